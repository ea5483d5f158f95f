#include <sqlite3.h>
#include <stddef.h>

#include "cfetch.h"

static int run(sqlite3 *database, const char *sql) {
  return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

static int insert_all(sqlite3_stmt *statement, const cfetch_quake *quakes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const cfetch_quake *quake = &quakes[i];
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)i + 1);
    sqlite3_bind_int64(statement, 2, 1);
    sqlite3_bind_int64(statement, 3, 1);
    sqlite3_bind_int64(statement, 4, quake->depth);
    sqlite3_bind_int64(statement, 5, quake->felt);
    sqlite3_bind_double(statement, 6, quake->time);
    sqlite3_bind_double(statement, 7, quake->magnitude);
    sqlite3_bind_text(statement, 8, quake->code, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 9, quake->place, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) != SQLITE_DONE) return -1;
    sqlite3_reset(statement);
  }
  return 0;
}

void *cfetch_open_for_writing(const char *path) {
  sqlite3 *database = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &database, flags, NULL) == SQLITE_OK) return database;
  sqlite3_close_v2(database);
  return NULL;
}

int cfetch_insert(void *database, const cfetch_quake *quakes, size_t count, int commits) {
  sqlite3_stmt *statement = NULL;
  const char *sql =
      "INSERT INTO ZQUAKE(Z_PK, Z_ENT, Z_OPT, ZDEPTH, ZFELT, ZTIME, ZMAGNITUDE, ZCODE, ZPLACE)"
      " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)";
  if (run(database, "BEGIN IMMEDIATE") != 0) return -1;
  int result = -1;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK)
    result = insert_all(statement, quakes, count);
  sqlite3_finalize(statement);
  return run(database, commits && result == 0 ? "COMMIT" : "ROLLBACK") == 0 ? result : -1;
}

// As a save of changed objects does, with the same values: the version must be the one that was read. A value
// that takes another number of bytes would move other parts of the page.
static int update_all(sqlite3_stmt *statement, size_t count) {
  for (size_t i = 0; i < count; i++) {
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)(i % 90 + 1000));
    sqlite3_bind_int64(statement, 2, 2);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)i + 1);
    sqlite3_bind_int64(statement, 4, 1);
    if (sqlite3_step(statement) != SQLITE_DONE) return -1;
    sqlite3_reset(statement);
  }
  return 0;
}

int cfetch_update(void *database, size_t count) {
  sqlite3_stmt *statement = NULL;
  const char *sql = "UPDATE ZQUAKE SET ZDEPTH = ?, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?";
  if (run(database, "BEGIN IMMEDIATE") != 0) return -1;
  int result = -1;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK)
    result = update_all(statement, count);
  sqlite3_finalize(statement);
  return run(database, result == 0 ? "COMMIT" : "ROLLBACK") == 0 ? result : -1;
}
