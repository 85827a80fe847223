#pragma once

#include <stdint.h>

/// How many edges of the control flow the instrumented modules have passed since this was asked last.
int64_t bgf_steps(void);
