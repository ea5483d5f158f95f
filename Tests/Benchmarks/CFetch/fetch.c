#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "cfetch.h"

// Eight bytes at a time while they are ASCII, else by the table of well-formed sequences (Unicode 15,
// table 3-7).
static int is_utf8(const unsigned char *text, size_t count) {
  size_t i = 0;
  while (i < count) {
    uint64_t word;
    if (count - i >= 8 && (memcpy(&word, text + i, 8), (word & 0x8080808080808080) == 0)) {
      i += 8;
      continue;
    }
    unsigned char lead = text[i];
    if (lead < 0x80) {
      i++;
      continue;
    }
    size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || count - i < length) return 0;
    unsigned char second = text[i + 1];
    unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) return 0;
    for (size_t k = 2; k < length; k++)
      if ((text[i + k] & 0xC0) != 0x80) return 0;
    i += length;
  }
  return 1;
}

static int copy_bytes(cfetch_cell *cell, const void *bytes, size_t count) {
  cell->bytes = malloc(count + 1);
  if (cell->bytes == NULL) return -1;
  if (count > 0) memcpy(cell->bytes, bytes, count);
  cell->bytes[count] = 0;
  cell->count = count;
  return 0;
}

static int read_cell(sqlite3_stmt *statement, int column, int validates, cfetch_cell *cell) {
  cell->type = sqlite3_column_type(statement, column);
  switch (cell->type) {
  case SQLITE_INTEGER: cell->integer = sqlite3_column_int64(statement, column); return 0;
  case SQLITE_FLOAT: cell->real = sqlite3_column_double(statement, column); return 0;
  case SQLITE_TEXT: {
    const unsigned char *text = sqlite3_column_text(statement, column);
    size_t count = (size_t)sqlite3_column_bytes(statement, column);
    if (text == NULL || (validates && !is_utf8(text, count))) return -1;
    return copy_bytes(cell, text, count);
  }
  case SQLITE_BLOB: {
    const void *blob = sqlite3_column_blob(statement, column);
    return copy_bytes(cell, blob, (size_t)sqlite3_column_bytes(statement, column));
  }
  default: return 0;
  }
}

// The same with the calls that Momentum makes.
static int read_value(sqlite3_stmt *statement, int column, int validates, cfetch_cell *cell) {
  sqlite3_value *value = sqlite3_column_value(statement, column);
  cell->type = sqlite3_value_type(value);
  switch (cell->type) {
  case SQLITE_INTEGER: cell->integer = sqlite3_value_int64(value); return 0;
  case SQLITE_FLOAT: cell->real = sqlite3_value_double(value); return 0;
  case SQLITE_TEXT: {
    const unsigned char *text = sqlite3_value_text(value);
    size_t count = (size_t)sqlite3_value_bytes(value);
    if (text == NULL || (validates && !is_utf8(text, count))) return -1;
    return copy_bytes(cell, text, count);
  }
  case SQLITE_BLOB: {
    const void *blob = sqlite3_value_blob(value);
    return copy_bytes(cell, blob, (size_t)sqlite3_value_bytes(value));
  }
  default: return 0;
  }
}

static int read_row(sqlite3_stmt *statement, int columns, int way, cfetch_rows *rows) {
  if (rows->capacity - rows->count < (size_t)columns) {
    size_t capacity = rows->capacity == 0 ? 64 * (size_t)columns : rows->capacity * 2;
    cfetch_cell *cells = realloc(rows->cells, capacity * sizeof(cfetch_cell));
    if (cells == NULL) return -1;
    rows->cells = cells;
    rows->capacity = capacity;
  }
  for (int column = 0; column < columns; column++) {
    cfetch_cell *cell = &rows->cells[rows->count];
    int validates = (way & CFETCH_VALIDATES) != 0;
    int code = way & CFETCH_VALUES ? read_value(statement, column, validates, cell)
                                   : read_cell(statement, column, validates, cell);
    if (code != 0) return -1;
    rows->count++;
  }
  return 0;
}

int cfetch_read(void *database, const char *sql, int way, cfetch_rows *rows) {
  memset(rows, 0, sizeof *rows);
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) return -1;
  int columns = sqlite3_column_count(statement);
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW)
    if (read_row(statement, columns, way, rows) != 0) break;
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? 0 : -1;
}

void cfetch_free(cfetch_rows *rows) {
  for (size_t i = 0; i < rows->count; i++)
    if (rows->cells[i].type == SQLITE_TEXT || rows->cells[i].type == SQLITE_BLOB)
      free(rows->cells[i].bytes);
  free(rows->cells);
}

void *cfetch_open(const char *path) {
  sqlite3 *database = NULL;
  int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &database, flags, NULL) == SQLITE_OK) return database;
  sqlite3_close_v2(database);
  return NULL;
}

void cfetch_close(void *database) { sqlite3_close_v2(database); }

static void give_null(sqlite3_context *context, int count, sqlite3_value **arguments) {
  (void)count;
  (void)arguments;
  sqlite3_result_null(context);
}

int cfetch_declare(void *database, const char *function, int arguments) {
  return sqlite3_create_function_v2(database, function, arguments,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, give_null, NULL, NULL,
                                    NULL);
}

int cfetch_prepare(void *database, const char *sql) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
  sqlite3_finalize(statement);
  return code == SQLITE_OK ? 0 : -1;
}
