#pragma once

// What the C library does faster with bytes than a loop does. Nothing here depends on files, clocks, or systems.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The index of the first byte with a value among `count`; -1 if there is none.
static inline ptrdiff_t bgb_find(const uint8_t *bytes, size_t count, uint8_t value) {
  const uint8_t *found = memchr(bytes, value, count);
  return found ? found - bytes : -1;
}

/// Whether `count` bytes are equal at two addresses.
static inline bool bgb_equal(const uint8_t *bytes, const uint8_t *others, size_t count) {
  return memcmp(bytes, others, count) == 0;
}
