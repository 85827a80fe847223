#pragma once

// Time that passes. Nothing of the program knows what time it is.

#include <stdint.h>

/// Microseconds of a clock that never goes back; its zero means nothing.
int64_t bgp_monotonic_microseconds(void);
