// The system's libpq, and what Swift does not import of it: macros of characters, and functions that only newer
// versions have.
#pragma once
#include <libpq-fe.h>
#include <stddef.h>

// The executable of a release is linked without libpq, since its own libraries exist as shared ones only. So commands
// that need no server start where no libpq is installed.
#ifdef __linux__
#include <dlfcn.h>

/// Makes libpq's functions known to a program that was linked without it; 0 if the system has no libpq.
static inline int momentum_pq_load(void) {
  return dlopen("libpq.so.5", RTLD_NOW | RTLD_GLOBAL) != NULL;
}
#else
static inline int momentum_pq_load(void) { return 1; }
#endif

/// The fields of an error or a notice, for PQresultErrorField.
enum {
  MOMENTUM_PQ_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED,
  MOMENTUM_PQ_SQLSTATE = PG_DIAG_SQLSTATE,
  MOMENTUM_PQ_MESSAGE = PG_DIAG_MESSAGE_PRIMARY,
  MOMENTUM_PQ_DETAIL = PG_DIAG_MESSAGE_DETAIL,
  MOMENTUM_PQ_POSITION = PG_DIAG_STATEMENT_POSITION,
  MOMENTUM_PQ_SCHEMA = PG_DIAG_SCHEMA_NAME,
  MOMENTUM_PQ_TABLE = PG_DIAG_TABLE_NAME,
  MOMENTUM_PQ_COLUMN = PG_DIAG_COLUMN_NAME,
  MOMENTUM_PQ_TYPE = PG_DIAG_DATATYPE_NAME,
  MOMENTUM_PQ_CONSTRAINT = PG_DIAG_CONSTRAINT_NAME,
  MOMENTUM_PQ_FUNCTION = PG_DIAG_SOURCE_FUNCTION,
};

// A request to cancel has a connection of its own. From libpq 17 on it is encrypted as the connection is; before, it
// is plain text, which holds no secret but the key of the running backend.
#ifdef LIBPQ_HAS_ASYNC_CANCEL
typedef PGcancelConn momentum_pq_cancel;

static inline momentum_pq_cancel *momentum_pq_cancel_make(PGconn *connection) {
  return PQcancelCreate(connection);
}

/// Blocks until the server has passed the signal on; 0 where that failed.
static inline int momentum_pq_cancel_send(momentum_pq_cancel *cancel) {
  PQcancelReset(cancel);
  return PQcancelBlocking(cancel);
}

static inline void momentum_pq_cancel_free(momentum_pq_cancel *cancel) { PQcancelFinish(cancel); }
#else
typedef PGcancel momentum_pq_cancel;

static inline momentum_pq_cancel *momentum_pq_cancel_make(PGconn *connection) {
  return PQgetCancel(connection);
}

/// Blocks until the server has passed the signal on; 0 where that failed.
static inline int momentum_pq_cancel_send(momentum_pq_cancel *cancel) {
  char error[256];
  return PQcancel(cancel, error, sizeof error);
}

static inline void momentum_pq_cancel_free(momentum_pq_cancel *cancel) { PQfreeCancel(cancel); }
#endif

#include <errno.h>
#include <sched.h>
#include <sys/socket.h>
#include <time.h>

/// Whether a socket becomes readable, or is closed, within some nanoseconds; looks at it again and again and never
/// sleeps. A timer of the system costs more than the answer of a server nearby takes.
static inline int momentum_is_readable_within(int socket, long nanoseconds) {
  struct timespec start, now;
  char byte;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    if (recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0) return 1;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return 1;
    // The server may have been woken on this processor.
    sched_yield();
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000000000L + (now.tv_nsec - start.tv_nsec) < nanoseconds);
  return 0;
}

// Swift's module of the C library has no epoll.
#ifdef __linux__
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static inline int momentum_epoll_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// A descriptor that becomes readable when it is written to.
static inline int momentum_epoll_make_stop(void) { return eventfd(0, EFD_CLOEXEC); }

static inline void momentum_epoll_stop(int stop) { eventfd_write(stop, 1); }

/// Watches a descriptor for one event; returns the error number, or 0.
static inline int momentum_epoll_watch(int epoll, int descriptor, int reads, int writes) {
  struct epoll_event event = {0};
  event.events = (reads ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0) | EPOLLRDHUP | EPOLLONESHOT;
  event.data.fd = descriptor;
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
  // libpq may have closed its socket and opened another one with the same number.
  if (errno != ENOENT) return errno;
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : errno;
}

/// Reports each later event of a descriptor once, until it is forgotten; returns the error number, or 0.
static inline int momentum_epoll_follow(int epoll, int descriptor) {
  struct epoll_event event = {0};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.fd = descriptor;
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
  if (errno != ENOENT) return errno;
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : errno;
}

/// Whether a descriptor can be read or written now, or has an error.
static inline int momentum_is_ready(int descriptor, int reads, int writes) {
  struct pollfd entry = {descriptor, (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0};
  return poll(&entry, 1, 0) != 0;
}

static inline void momentum_epoll_forget(int epoll, int descriptor) {
  struct epoll_event event = {0};
  epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
}

/// Waits for events, at most 64; returns how many descriptors were written, or -1.
static inline int momentum_epoll_wait(int epoll, int descriptors[64]) {
  struct epoll_event events[64];
  int count;
  do count = epoll_wait(epoll, events, 64, -1);
  while (count < 0 && errno == EINTR);
  for (int i = 0; i < count; i++) descriptors[i] = events[i].data.fd;
  return count;
}
#endif
