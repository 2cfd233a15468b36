#include "bare.h"

#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

static const char *find_sql = "SELECT number FROM contact WHERE id = ?";
static const char *enter_sql =
    "INSERT INTO contact_search (rowid, search_key, search_text, search_name) "
    "SELECT number, search_key, search_text, search_name FROM contact WHERE number = ?";
static const char *take_out_sql =
    "INSERT INTO contact_search (contact_search, rowid, search_key, search_text, search_name) "
    "SELECT 'delete', number, search_key, search_text, search_name FROM contact WHERE number = ?";

static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int finish(sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int run(sqlite3_stmt *statement, sqlite3_int64 number) {
    sqlite3_bind_int64(statement, 1, number);
    return finish(statement);
}

int bare_insert(sqlite3 *db, const char *const *texts, const int *lengths, int rows, int columns, const char *row_sql) {
    sqlite3_stmt *insert = NULL, *index = NULL;
    int code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK) code = prepare(db, row_sql, &insert);
    if (code == SQLITE_OK) code = prepare(db, enter_sql, &index);
    for (int row = 0; row < rows && code == SQLITE_OK; row++) {
        const char *const *values = texts + (long)row * columns;
        const int *counts = lengths + (long)row * columns;
        for (int column = 0; column < columns; column++)
            sqlite3_bind_text(insert, column + 1, values[column], counts[column], SQLITE_STATIC);
        code = finish(insert);
        if (code != SQLITE_OK) break;
        code = run(index, sqlite3_last_insert_rowid(db));
    }
    sqlite3_finalize(insert);
    sqlite3_finalize(index);
    return code == SQLITE_OK ? sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) : code;
}

int bare_update(sqlite3 *db, const char *const *texts, const int *lengths, int rows, int columns, const char *row_sql) {
    sqlite3_stmt *find = NULL, *update = NULL, *index = NULL, *take_out = NULL;
    int code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK) code = prepare(db, find_sql, &find);
    if (code == SQLITE_OK) code = prepare(db, row_sql, &update);
    if (code == SQLITE_OK) code = prepare(db, enter_sql, &index);
    if (code == SQLITE_OK) code = prepare(db, take_out_sql, &take_out);
    for (int row = 0; row < rows && code == SQLITE_OK; row++) {
        const char *const *values = texts + (long)row * columns;
        const int *counts = lengths + (long)row * columns;
        sqlite3_bind_text(find, 1, values[0], counts[0], SQLITE_STATIC);
        if (sqlite3_step(find) != SQLITE_ROW) return SQLITE_NOTFOUND;
        sqlite3_int64 number = sqlite3_column_int64(find, 0);
        sqlite3_reset(find);
        code = run(take_out, number);
        for (int column = 0; column < columns; column++)
            sqlite3_bind_text(update, column + 1, values[column], counts[column], SQLITE_STATIC);
        if (code == SQLITE_OK) code = finish(update);
        if (code == SQLITE_OK) code = run(index, number);
    }
    sqlite3_finalize(find);
    sqlite3_finalize(update);
    sqlite3_finalize(index);
    sqlite3_finalize(take_out);
    return code == SQLITE_OK ? sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) : code;
}

int bare_read(sqlite3 *db, const char *sql, int copies, long *bytes) {
    sqlite3_stmt *statement = NULL;
    int code = prepare(db, sql, &statement);
    if (code != SQLITE_OK) return code;
    int columns = sqlite3_column_count(statement);
    char **kept = calloc((size_t)columns, sizeof(char *));
    *bytes = 0;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int column = 0; column < columns; column++) {
            const char *text = (const char *)sqlite3_column_text(statement, column);
            *bytes += sqlite3_column_bytes(statement, column);
            if (copies) {
                free(kept[column]);
                kept[column] = text ? strdup(text) : NULL;
            }
        }
    }
    for (int column = 0; column < columns; column++) free(kept[column]);
    free(kept);
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

void bare_tidy(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
