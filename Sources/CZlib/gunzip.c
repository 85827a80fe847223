#include "gunzip.h"

#if BGTOP_ZLIB

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct bgz_stream {
  z_stream inner;
  bool is_complete;
};

bool bgz_is_available(void) { return true; }

bgz_stream *bgz_open(void) {
  bgz_stream *stream = calloc(1, sizeof *stream);
  // The largest window, and only a gzip header.
  if (stream && inflateInit2(&stream->inner, 15 + 16) == Z_OK) return stream;
  free(stream);
  return NULL;
}

void bgz_close(bgz_stream *stream) {
  inflateEnd(&stream->inner);
  free(stream);
}

int64_t bgz_unpack(bgz_stream *stream, const uint8_t *bytes, size_t count, size_t *taken, uint8_t *room, size_t most) {
  if (count > INT_MAX) count = INT_MAX;
  if (most > INT_MAX) most = INT_MAX;
  *taken = 0;
  if (stream->is_complete && count > 0) {
    // Tapes are padded with zeros.
    if (*bytes == 0) return *taken = count, 0;
    stream->is_complete = false;
    if (inflateReset(&stream->inner) != Z_OK) return -1;
  }
  z_stream *inner = &stream->inner;
  // zlib does not write there; older versions of its header lack the const.
  inner->next_in = (Bytef *)(uintptr_t)bytes;
  inner->avail_in = (uInt)count;
  inner->next_out = room;
  inner->avail_out = (uInt)most;
  int result = inflate(inner, Z_NO_FLUSH);
  *taken = count - inner->avail_in;
  stream->is_complete = result == Z_STREAM_END;
  // No progress is not an error: more input follows.
  bool is_fine = result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
  return is_fine ? (int64_t)(most - inner->avail_out) : -1;
}

bool bgz_is_complete(const bgz_stream *stream) { return stream->is_complete; }

#else

bool bgz_is_available(void) { return false; }
bgz_stream *bgz_open(void) { return NULL; }
void bgz_close(bgz_stream *stream) { (void)stream; }

int64_t bgz_unpack(bgz_stream *stream, const uint8_t *bytes, size_t count, size_t *taken, uint8_t *room, size_t most) {
  (void)stream, (void)bytes, (void)count, (void)room, (void)most;
  *taken = 0;
  return -1;
}

bool bgz_is_complete(const bgz_stream *stream) {
  (void)stream;
  return false;
}

#endif
