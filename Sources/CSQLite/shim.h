// The system's SQLite. The destructor constants are casts in C, which Swift does not import.
#pragma once
#include <sqlite3.h>

static inline sqlite3_destructor_type momentum_sqlite_transient(void) { return SQLITE_TRANSIENT; }
