#pragma once

// Elapsed time. No part of the program knows what time it is.

#include <stdint.h>

/// Microseconds of a monotonic clock with an arbitrary zero.
int64_t bgp_monotonic_microseconds(void);
