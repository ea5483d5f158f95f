// The system's zlib. inflateInit2 and deflateInit2 are macros in C, which Swift does not import.
#pragma once
#include <zlib.h>

static inline int momentum_inflate_raw_init(z_stream *stream) { return inflateInit2(stream, -15); }

static inline int momentum_deflate_raw_init(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}
