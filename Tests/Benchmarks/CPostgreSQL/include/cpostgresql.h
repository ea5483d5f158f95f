// The peers in C: what a hand-written program would do with libpq and one connection.
#pragma once
#include <stddef.h>

/// A connection that blocks; NULL where it fails.
void *cpostgresql_open(const char *connection);
void cpostgresql_close(void *connection);

/// Prepares a statement; -1 where that fails.
int cpostgresql_prepare(void *connection, const char *name, const char *sql);

/// Runs a prepared statement with one int4 again and again, and passes its rows over; -1 where it fails.
int cpostgresql_fetch_keys(void *connection, const char *name, int from, int count);

/// Runs a prepared statement without values, and copies all values into memory of its own: numbers in the byte order
/// of the machine, texts after a check that they are UTF-8. Returns how many values there were, or -1.
long cpostgresql_read_values(void *connection, const char *name);
