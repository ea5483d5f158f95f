#include "cfetch.h"

#ifdef __APPLE__
#include <malloc/malloc.h>

long cfetch_allocated_bytes(void) { return (long)mstats().bytes_used; }
#else
#include <malloc.h>

long cfetch_allocated_bytes(void) {
  struct mallinfo2 heap = mallinfo2();
  return (long)(heap.uordblks + heap.hblkhd);
}
#endif
