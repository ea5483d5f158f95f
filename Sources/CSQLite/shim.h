// The system's SQLite, and what Swift does not import of it: casts, and functions with a variable
// number of arguments. Structures that start with one of SQLite's are C's, whose layout is promised.
#pragma once
#include <sqlite3.h>

static inline sqlite3_destructor_type momentum_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Keeps a virtual table out of triggers and views, which a file may bring along.
static inline int momentum_sqlite_direct_only(sqlite3 *database) {
  return sqlite3_vtab_config(database, SQLITE_VTAB_DIRECTONLY);
}

/// Whether closing the last connection moves the log into the database and removes it.
static inline int momentum_sqlite_keep_log_on_close(sqlite3 *database, int keep) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)0);
}

/// A table over a list of values.
typedef struct {
  sqlite3_vtab base;
  void *slot;
} momentum_array_table;

typedef struct {
  sqlite3_vtab_cursor base;
  void *values;
  sqlite3_int64 position;
} momentum_array_cursor;
