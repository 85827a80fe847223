#pragma once

// The process and its environment.

#include <stdbool.h>
#include <stdint.h>

/// The value of an environment variable; NULL if it is not set. Valid until the variable is set.
const char *bgp_environment(const char *name);

/// The number of processors that can work in parallel, at least 1.
int bgp_processor_count(void);

/// The peak memory use of the process, in bytes.
int64_t bgp_peak_memory(void);

/// The number of the process.
int bgp_process_number(void);

/// Whether a process of a number is running, whoever it belongs to.
bool bgp_is_running(int number);

/// Makes a write past the limit of the size of files (`ulimit -f`) an error instead of the end of the process.
void bgp_ignore_size_signal(void);

/// Ends the process.
_Noreturn void bgp_exit(int code);
