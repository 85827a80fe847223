#pragma once

// The process and what it was given.

#include <stdint.h>

/// The value of an environment variable; NULL if it is not set. Valid until somebody sets it.
const char *bgp_environment(const char *name);

/// How many processors may work at once, at least 1.
int bgp_processor_count(void);

/// The most memory that the process has had, in bytes.
int64_t bgp_peak_memory(void);

/// Ends the process.
_Noreturn void bgp_exit(int code);
