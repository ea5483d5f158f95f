#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "call_faults.h"

#include <signal.h>
#include <sys/resource.h>

int call_faults_limit_file_size(long long bytes) {
  struct rlimit limit = {.rlim_cur = (rlim_t)bytes, .rlim_max = (rlim_t)bytes};
  signal(SIGXFSZ, SIG_IGN);
  return setrlimit(RLIMIT_FSIZE, &limit);
}

// The sanitizers have definitions of the same calls, and start before these could look for the next ones.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if !defined(__linux__) || defined(HAS_SANITIZER)

void call_faults_arm(const char *folder, long long at, int action, int number) {}
int call_faults_record(const char *path) { return -1; }
void call_faults_disarm(void) {}
long long call_faults_count(void) { return 0; }

#else

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define DESCRIPTORS_MAX 4096

static char watched_folder[PATH_MAX];
static size_t watched_length;
static long long wanted;
static int wanted_action;
static int wanted_errno;
static atomic_int is_armed;
static atomic_llong calls;
// Which descriptors are of files in the folder.
static atomic_char is_watched[DESCRIPTORS_MAX];

// Where calls are written to; -1 for nowhere.
static int record_descriptor = -1;

int call_faults_record(const char *path) {
  record_descriptor = (int)syscall(SYS_openat, AT_FDCWD, path,
                                   O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  return record_descriptor < 0 ? -1 : 0;
}

// By the kernel's own call: the definitions below would count it.
static void record_bytes(const void *bytes, size_t size) {
  const char *rest = bytes;
  while (size > 0) {
    long written = syscall(SYS_write, record_descriptor, rest, size);
    if (written <= 0) abort();
    rest += written;
    size -= (size_t)written;
  }
}

static void record(const char *format, ...) {
  if (record_descriptor < 0) return;
  char line[3 * PATH_MAX];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  if (length < 0 || (size_t)length >= sizeof line) abort();
  record_bytes(line, (size_t)length);
}

static unsigned long long inode_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? (unsigned long long)status.st_ino : 0;
}

static void record_write(int descriptor, const void *bytes, ssize_t size, long long offset) {
  if (record_descriptor < 0 || size < 0) return;
  record("write\t%llu\t%lld\t%zd\n", inode_of(descriptor), offset, size);
  record_bytes(bytes, (size_t)size);
  record_bytes("\n", 1);
}

static void record_folder(const char *folder) {
  struct stat status;
  if (stat(folder, &status) == 0) record("folder\t%llu\n", (unsigned long long)status.st_ino);
}

void call_faults_arm(const char *folder, long long at, int action, int number) {
  record_folder(folder);
  strncpy(watched_folder, folder, sizeof watched_folder - 1);
  watched_length = strlen(watched_folder);
  wanted = at;
  wanted_action = action;
  wanted_errno = number;
  calls = 0;
  is_armed = 1;
}

void call_faults_disarm(void) { is_armed = 0; }

long long call_faults_count(void) { return calls; }

static int is_inside(const char *path) {
  return path && is_armed && strncmp(path, watched_folder, watched_length) == 0;
}

static int is_inside_descriptor(int descriptor) {
  return is_armed && descriptor >= 0 && descriptor < DESCRIPTORS_MAX && is_watched[descriptor];
}

enum verdict { PASS, FAIL, TEAR };

// Counts a call. `writes`: whether a full disk would refuse it.
static enum verdict count(int writes) {
  long long number = ++calls;
  switch (wanted_action) {
    case CALL_FAULTS_FAIL_ONCE:
      return number == wanted ? FAIL : PASS;
    case CALL_FAULTS_FAIL_FROM:
      return number == wanted || (number > wanted && writes) ? FAIL : PASS;
    case CALL_FAULTS_KILL:
      if (number == wanted) raise(SIGKILL);
      return PASS;
    case CALL_FAULTS_KILL_TORN:
      if (number == wanted && !writes) raise(SIGKILL);
      return number == wanted ? TEAR : PASS;
    default:
      return PASS;
  }
}

#define NEXT(name, ...)                                                     \
  static __typeof__(&name) next;                                            \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define REFUSE            \
  do {                    \
    errno = wanted_errno; \
    return -1;            \
  } while (0)

static void watch(int descriptor, const char *path) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS_MAX) return;
  is_watched[descriptor] = is_inside(path) ? 1 : 0;
}

// An open that makes a file needs room on the disk.
#define OPEN(name)                                                          \
  int name(const char *path, int flags, ...) {                              \
    NEXT(name);                                                             \
    mode_t mode = 0;                                                        \
    if (flags & (O_CREAT | O_TMPFILE)) {                                    \
      va_list rest;                                                         \
      va_start(rest, flags);                                                \
      mode = va_arg(rest, mode_t);                                          \
      va_end(rest);                                                         \
    }                                                                       \
    if (is_inside(path) && count((flags & O_CREAT) != 0) == FAIL) REFUSE;   \
    int was_there = access(path, F_OK) == 0;                                \
    int descriptor = next(path, flags, mode);                               \
    watch(descriptor, path);                                                \
    if (is_inside_descriptor(descriptor)) {                                 \
      if (!was_there) record("create\t%s\t%llu\n", path, inode_of(descriptor)); \
      else if (flags & O_TRUNC) record("truncate\t%llu\t0\n", inode_of(descriptor)); \
    }                                                                       \
    return descriptor;                                                      \
  }

OPEN(open)
OPEN(open64)

int close(int descriptor) {
  NEXT(close);
  if (descriptor >= 0 && descriptor < DESCRIPTORS_MAX) is_watched[descriptor] = 0;
  return next(descriptor);
}

#define READ(name, parameters, ...)                                         \
  ssize_t name parameters {                                                 \
    NEXT(name);                                                             \
    if (is_inside_descriptor(descriptor) && count(0) == FAIL) REFUSE;       \
    return next(__VA_ARGS__);                                               \
  }

READ(read, (int descriptor, void *bytes, size_t size), descriptor, bytes, size)
READ(pread, (int descriptor, void *bytes, size_t size, off_t at), descriptor, bytes, size, at)
READ(pread64, (int descriptor, void *bytes, size_t size, off64_t at), descriptor, bytes, size, at)

#define WRITE(name, parameters, offset, whole, half)                        \
  ssize_t name parameters {                                                 \
    NEXT(name);                                                             \
    if (is_inside_descriptor(descriptor)) {                                 \
      enum verdict verdict = count(1);                                      \
      if (verdict == FAIL) REFUSE;                                          \
      if (verdict == TEAR) {                                                \
        ssize_t written = next half;                                        \
        (void)written;                                                      \
        raise(SIGKILL);                                                     \
      }                                                                     \
      long long place = offset;                                             \
      ssize_t written = next whole;                                         \
      record_write(descriptor, bytes, written, place);                      \
      return written;                                                       \
    }                                                                       \
    return next whole;                                                      \
  }

WRITE(write, (int descriptor, const void *bytes, size_t size), lseek(descriptor, 0, SEEK_CUR),
      (descriptor, bytes, size), (descriptor, bytes, size / 2))
WRITE(pwrite, (int descriptor, const void *bytes, size_t size, off_t at), at,
      (descriptor, bytes, size, at), (descriptor, bytes, size / 2, at))
WRITE(pwrite64, (int descriptor, const void *bytes, size_t size, off64_t at), at,
      (descriptor, bytes, size, at), (descriptor, bytes, size / 2, at))

// Calls that change something without bytes of their own; `told` says what for the record.
#define CHANGE(name, parameters, inside, needs_room, told, ...)             \
  int name parameters {                                                     \
    NEXT(name);                                                             \
    if (inside) {                                                           \
      enum verdict verdict = count(needs_room);                             \
      if (verdict == FAIL) REFUSE;                                          \
      if (verdict == TEAR) raise(SIGKILL);                                  \
      int result = next(__VA_ARGS__);                                       \
      if (result == 0) told;                                                \
      return result;                                                        \
    }                                                                       \
    return next(__VA_ARGS__);                                               \
  }

#define SILENT (void)0

CHANGE(fsync, (int descriptor), is_inside_descriptor(descriptor), 1,
       record("sync\t%llu\n", inode_of(descriptor)), descriptor)
CHANGE(fdatasync, (int descriptor), is_inside_descriptor(descriptor), 1,
       record("sync\t%llu\n", inode_of(descriptor)), descriptor)
CHANGE(ftruncate, (int descriptor, off_t size), is_inside_descriptor(descriptor), 1,
       record("truncate\t%llu\t%lld\n", inode_of(descriptor), (long long)size), descriptor, size)
CHANGE(ftruncate64, (int descriptor, off64_t size), is_inside_descriptor(descriptor), 1,
       record("truncate\t%llu\t%lld\n", inode_of(descriptor), (long long)size), descriptor, size)
CHANGE(fchmod, (int descriptor, mode_t mode), is_inside_descriptor(descriptor), 0, SILENT,
       descriptor, mode)
CHANGE(fchown, (int descriptor, uid_t user, gid_t group), is_inside_descriptor(descriptor), 0,
       SILENT, descriptor, user, group)
CHANGE(unlink, (const char *path), is_inside(path), 0, record("remove\t%s\n", path), path)
CHANGE(rename, (const char *old, const char *new), is_inside(old) || is_inside(new), 1,
       record("rename\t%s\t%s\n", old, new), old, new)
CHANGE(mkdir, (const char *path, mode_t mode), is_inside(path), 1, SILENT, path, mode)
CHANGE(rmdir, (const char *path), is_inside(path), 0, SILENT, path)

int link(const char *old, const char *new) {
  NEXT(link);
  if (!is_inside(old) && !is_inside(new)) return next(old, new);
  if (wanted_action == CALL_FAULTS_NO_LINKS) {
    errno = EPERM;
    return -1;
  }
  enum verdict verdict = count(1);
  if (verdict == FAIL) REFUSE;
  if (verdict == TEAR) raise(SIGKILL);
  int result = next(old, new);
  if (result == 0) record("link\t%s\t%s\n", old, new);
  return result;
}

#endif
