#pragma once

// Before any header: all of POSIX, and what each system adds to it.
#ifdef __APPLE__
#define _DARWIN_C_SOURCE 1
#else
#define _GNU_SOURCE 1
#endif

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
