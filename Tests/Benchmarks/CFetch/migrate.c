// What a hand-written migration does with SQLite alone.
#include <sqlite3.h>
#include <stddef.h>

#include "cfetch.h"

int cfetch_script(void *database, const char *sql) {
  return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

void *cfetch_create(const char *path) {
  sqlite3 *database = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &database, flags, NULL) == SQLITE_OK) return database;
  sqlite3_close_v2(database);
  return NULL;
}

int cfetch_copy(void *from, void *to) {
  sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
  if (!copy) return -1;
  int code;
  do {
    code = sqlite3_backup_step(copy, 1024);
  } while (code == SQLITE_OK);
  return sqlite3_backup_finish(copy) == SQLITE_OK && code == SQLITE_DONE ? 0 : -1;
}
