// The system's zlib. inflateInit2 is a macro in C, which Swift does not import.
#pragma once
#include <zlib.h>

static inline int momentum_inflate_raw_init(z_stream *stream) { return inflateInit2(stream, -15); }
