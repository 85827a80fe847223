#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { bgm_most = 1 << 14 };

/// The mutant that is switched on (BGTOP_MUTANT), or -1.
extern int32_t bgm_active;

/// One byte per mutant, 1 once it was asked for: the file that BGTOP_MUTANT_REACH names, or NULL. The file is shared memory,
/// so that a process that ends in any way, and one that is started by another, has its part in it.
extern uint8_t *bgm_reached;

/// Whether a mutant is switched on.
static inline bool bgm_is(int32_t number) {
  if (bgm_reached) bgm_reached[number] = 1;
  return number == bgm_active;
}
