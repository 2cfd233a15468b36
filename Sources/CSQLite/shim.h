#pragma once

#include <errno.h>
#include <sqlite3.h>
#include <string.h>

// sqlite3_db_config is variadic, so Swift can't call it.
static inline int csqlite_db_config_flag(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}

// sqlite3_config is variadic too. Call this before any other SQLite function; later calls have no effect.
static inline int csqlite_leave_memory_uncounted(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Reads the first bytes of a file through SQLite's own file layer, without locks, journal or log.
//
// A descriptor of our own would do harm: closing it drops all POSIX locks that this process has on the file, including
// those of open connections, and another process could then delete the log while they use it. SQLite keeps such a
// descriptor open as long as anything in the process needs its locks.
//
// `*count` is the number of bytes read; if the file can't be opened, it is the system's error number, or 0.
static inline int csqlite_read_start(const char *path, void *bytes, int limit, int *count) {
    *count = 0;
    sqlite3_vfs *vfs = sqlite3_vfs_find(0);
    if (!vfs) return SQLITE_ERROR;
    const char *name = sqlite3_create_filename(path, "", "", 0, 0);
    sqlite3_file *file = (sqlite3_file *)sqlite3_malloc(vfs->szOsFile);
    if (!name || !file) {
        sqlite3_free_filename((char *)name);
        sqlite3_free(file);
        return SQLITE_NOMEM;
    }
    memset(file, 0, (size_t)vfs->szOsFile);
    errno = 0;
    int code = vfs->xOpen(vfs, name, file, SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READONLY, 0);
    int reason = errno;
    sqlite3_int64 size = 0;
    if (code == SQLITE_OK) code = file->pMethods->xFileSize(file, &size);
    *count = code != SQLITE_OK ? reason : size < limit ? (int)size : limit;
    if (code == SQLITE_OK && *count > 0) code = file->pMethods->xRead(file, bytes, *count, 0);
    if (file->pMethods) file->pMethods->xClose(file);
    sqlite3_free(file);
    sqlite3_free_filename((char *)name);
    return code;
}
