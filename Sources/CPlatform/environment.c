#include "internal.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "platform_environment.h"

const char *bgp_environment(const char *name) { return getenv(name); }

int bgp_processor_count(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (int)count;
}

int64_t bgp_peak_memory(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
  return usage.ru_maxrss;
#else
  // Linux counts kibibytes.
  return (int64_t)usage.ru_maxrss * 1024;
#endif
}

int bgp_process_number(void) { return (int)getpid(); }

// Numbers below 1 would ask for groups of processes.
bool bgp_is_running(int number) { return number > 0 && (kill((pid_t)number, 0) == 0 || errno != ESRCH); }

void bgp_ignore_size_signal(void) { signal(SIGXFSZ, SIG_IGN); }

void bgp_exit(int code) { exit(code); }
