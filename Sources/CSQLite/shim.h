// The system's SQLite, and what Swift does not import of it: casts, and functions with a variable
// number of arguments. Structures that begin with a structure of SQLite are declared here, because C
// promises the order of their fields in memory, and Swift does not.
#pragma once
#include <sqlite3.h>

static inline sqlite3_destructor_type momentum_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Forbids triggers and views to use a virtual table: they come with a file, which may be hostile.
static inline int momentum_sqlite_direct_only(sqlite3 *database) {
  return sqlite3_vtab_config(database, SQLITE_VTAB_DIRECTONLY);
}

/// Sets what happens when the last connection closes: if `keep` is 0, SQLite moves the write-ahead
/// log into the database and removes it; otherwise the log stays as it is.
static inline int momentum_sqlite_keep_log_on_close(sqlite3 *database, int keep) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)0);
}

/// A virtual table of one column. `slot` is a retained `ArraySlot`, which has the values.
typedef struct {
  sqlite3_vtab base;
  void *slot;
} momentum_array_table;

typedef struct {
  sqlite3_vtab_cursor base;
  void *values;
  sqlite3_int64 position;
} momentum_array_cursor;
