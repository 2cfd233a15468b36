#pragma once

#include <sqlite3.h>

/// The same rows as the store's, by nothing but the C API: no types, no keys made, every text given.
///
/// `texts` has `columns` texts for each row, of which the first is the identifier and the last two are the words of the
/// search; NULL is allowed. Each returns SQLITE_OK or SQLite's code.
int bare_insert(sqlite3 *db, const char *const *texts, const int *lengths, int rows, int columns, const char *row_sql);

/// Finds each row by its identifier, takes its old words out of the index, updates it, and enters the new words.
int bare_update(sqlite3 *db, const char *const *texts, const int *lengths, int rows, int columns, const char *row_sql);

/// Looks at every text of every row; `copies` makes a copy of each, as whoever uses them later must.
int bare_read(sqlite3 *db, const char *sql, int copies, long *bytes);

/// Joins the memory that was given back, so that nobody is measured among the leavings of others; only with glibc.
void bare_tidy(void);
