#include "internal.h"

// While the full screen is active, text on standard error would be drawn into it and lost. It is buffered, and printed
// when the screen is closed.

void bgc_stderr_catch(void) {
  // Output to a file is not redirected.
  if (bgc.real_stderr >= 0 || !isatty(STDERR_FILENO)) return;
  if (bgc.caught_stderr < 0) bgc.caught_stderr = bgc_anonymous_file();
  if (bgc.caught_stderr < 0) return;
  bgc.real_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (bgc.real_stderr >= 0) dup2(bgc.caught_stderr, STDERR_FILENO);
}

// Also called by the handlers of fatal signals: nothing but system calls.
void bgc_stderr_release(void) {
  if (bgc.real_stderr < 0) return;
  dup2(bgc.real_stderr, STDERR_FILENO);
  close(bgc.real_stderr);
  bgc.real_stderr = -1;
  char bytes[4096];
  ssize_t count;
  lseek(bgc.caught_stderr, 0, SEEK_SET);
  while ((count = read(bgc.caught_stderr, bytes, sizeof bytes)) > 0)
    if (write(STDERR_FILENO, bytes, (size_t)count) < 0) break;
  close(bgc.caught_stderr);
  bgc.caught_stderr = -1;
}
