#pragma once

// Unpacks gzip (RFC 1952) piece by piece, with the system's zlib if the program was built with it (BGTOP_ZLIB).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the program was built with zlib.
bool bgz_is_available(void);

/// The state of one unpacking.
typedef struct bgz_stream bgz_stream;

/// Begins; NULL without zlib or memory.
bgz_stream *bgz_open(void);
void bgz_close(bgz_stream *stream);

/// Unpacks what it can: the number of bytes that were put into `room`, or -1 if the packed data is damaged.
/// `taken` is how many of the `count` packed bytes were used.
int64_t bgz_unpack(bgz_stream *stream, const uint8_t *bytes, size_t count, size_t *taken, uint8_t *room, size_t most);

/// Whether what was unpacked is complete: several packed files may be concatenated.
bool bgz_is_complete(const bgz_stream *stream);
