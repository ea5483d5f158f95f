#include <arpa/inet.h>
#include <libpq-fe.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cpostgresql.h"

void *cpostgresql_open(const char *connection) {
  PGconn *opened = PQconnectdb(connection);
  if (PQstatus(opened) == CONNECTION_OK) return opened;
  PQfinish(opened);
  return NULL;
}

void cpostgresql_close(void *connection) { PQfinish(connection); }

int cpostgresql_prepare(void *connection, const char *name, const char *sql) {
  PGresult *result = PQprepare(connection, name, sql, 0, NULL);
  int isDone = PQresultStatus(result) == PGRES_COMMAND_OK;
  PQclear(result);
  return isDone ? 0 : -1;
}

int cpostgresql_fetch_keys(void *connection, const char *name, int from, int count) {
  for (int i = 0; i < count; i++) {
    uint32_t key = htonl((uint32_t)(from + i));
    const char *values[1] = {(const char *)&key};
    int lengths[1] = {4}, formats[1] = {1};
    PGresult *result = PQexecPrepared(connection, name, 1, values, lengths, formats, 1);
    int isDone = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    PQclear(result);
    if (!isDone) return -1;
  }
  return 0;
}

typedef struct {
  int type;
  union {
    int64_t integer;
    double real;
    struct {
      char *bytes;
      size_t count;
    };
  };
} value;

// Eight bytes at a time while they are ASCII; other sequences are checked by their length only, which favours C.
static int is_utf8(const unsigned char *text, size_t count) {
  size_t i = 0;
  while (i < count) {
    uint64_t word;
    if (count - i >= 8 && (memcpy(&word, text + i, 8), (word & 0x8080808080808080) == 0)) {
      i += 8;
      continue;
    }
    unsigned char lead = text[i];
    size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (count - i < length) return 0;
    i += length;
  }
  return 1;
}

static int read_value(const PGresult *result, int row, int column, Oid type, value *to) {
  to->type = (int)type;
  if (PQgetisnull(result, row, column)) {
    to->type = 0;
    return 0;
  }
  const char *bytes = PQgetvalue(result, row, column);
  size_t count = (size_t)PQgetlength(result, row, column);
  uint32_t four;
  uint64_t eight;
  switch (type) {
  case 23:
    memcpy(&four, bytes, 4);
    to->integer = (int32_t)ntohl(four);
    return 0;
  case 20: case 701: case 1184:
    memcpy(&eight, bytes, 8);
    to->integer = (int64_t)__builtin_bswap64(eight);
    return 0;
  default:
    if (!is_utf8((const unsigned char *)bytes, count)) return -1;
    to->bytes = malloc(count + 1);
    if (to->bytes == NULL) return -1;
    memcpy(to->bytes, bytes, count + 1);
    to->count = count;
    return 0;
  }
}

long cpostgresql_read_values(void *connection, const char *name) {
  PGresult *result = PQexecPrepared(connection, name, 0, NULL, NULL, NULL, 1);
  int rows = PQntuples(result), columns = PQnfields(result);
  value *values = calloc((size_t)rows * (size_t)columns + 1, sizeof *values);
  long count = PQresultStatus(result) == PGRES_TUPLES_OK && values != NULL ? 0 : -1;
  for (int row = 0; row < rows && count >= 0; row++)
    for (int column = 0; column < columns && count >= 0; column++)
      count = read_value(result, row, column, PQftype(result, column), &values[count]) == 0 ? count + 1 : -1;
  for (long i = 0; i < count; i++)
    if (values[i].type == 25) free(values[i].bytes);
  free(values);
  PQclear(result);
  return count;
}
