// The peers in C: what a hand-written program would do to have all rows of a statement in memory.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// One value: its type (SQLite's number of it), and the value itself; 24 bytes. Texts and blobs are
/// copies of their own, texts with a NUL at the end.
typedef struct {
  int type;
  union {
    int64_t integer;
    double real;
    struct {
      unsigned char *bytes;
      size_t count;
    };
  };
} cfetch_cell;

/// All values of a result, row by row, in one array that doubles when it is full.
typedef struct {
  cfetch_cell *cells;
  size_t count;
  size_t capacity;
} cfetch_rows;

enum {
  /// Each text is checked to be UTF-8, as a Swift String has to be.
  CFETCH_VALIDATES = 1,
  /// Cells are read with sqlite3_column_value and sqlite3_value_…, as Momentum does, instead of with
  /// sqlite3_column_…
  CFETCH_VALUES = 2,
};

/// Runs a statement to its end. -1 where anything fails.
int cfetch_read(void *database, const char *sql, int way, cfetch_rows *rows);
void cfetch_free(cfetch_rows *rows);

/// Opens a database for reading with the flags Momentum opens it with; NULL where that fails.
void *cfetch_open(const char *path);
void cfetch_close(void *database);

/// Opens a database for writing; NULL where that fails.
void *cfetch_open_for_writing(const char *path);

/// A row of the table ZQUAKE.
typedef struct {
  char *code;
  char *place;
  int64_t depth;
  int64_t felt;
  double magnitude;
  double time;
} cfetch_quake;

/// Inserts rows with the keys from 1 in a transaction, which is rolled back unless `commits` is 1; -1
/// where anything fails.
int cfetch_insert(void *database, const cfetch_quake *quakes, size_t count, int commits);

/// Sets one column of the rows with the keys from 1, whose version must be 1; -1 where anything
/// fails.
int cfetch_update(void *database, size_t count);

/// Makes a function known that gives NULL, for statements that are prepared only.
int cfetch_declare(void *database, const char *function, int arguments);

/// Prepares and finalizes a statement; -1 where it is refused.
int cfetch_prepare(void *database, const char *sql);

/// Runs statements one after another; rows are passed over. -1 where one fails.
int cfetch_script(void *database, const char *sql);

/// Opens a database for writing, made where there is none; NULL where that fails.
void *cfetch_create(const char *path);

/// Copies all pages by the backup API, 1,024 at a time; -1 where that fails.
int cfetch_copy(void *from, void *to);

/// The bytes that the C library has given out, in blocks of the heap and in pages of their own.
long cfetch_allocated_bytes(void);
