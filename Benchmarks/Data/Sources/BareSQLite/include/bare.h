#pragma once

#include <sqlite3.h>

/// Inserts the store's rows with the C API alone, from prepared texts.
///
/// `texts` has `columns` texts for each row: first the identifier, last the two texts of search words; NULL is allowed.
/// The functions return SQLITE_OK or an error code of SQLite.
int bare_insert(sqlite3 *db, const char *const *texts, const int *lengths, int rows, int columns, const char *row_sql);

/// Updates each row, found by its identifier, and replaces its words in the search index.
int bare_update(sqlite3 *db, const char *const *texts, const int *lengths, int rows, int columns, const char *row_sql);

/// Reads every text of every row; with `copies` it copies each, as a caller that keeps them has to.
int bare_read(sqlite3 *db, const char *sql, int copies, long *bytes);

/// Returns freed memory to the system, so that no work is measured on the heap of an earlier one; only with glibc.
void bare_tidy(void);
