#pragma once

#include <errno.h>
#include <sqlite3.h>
#include <string.h>

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int csqlite_db_config_flag(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}

// sqlite3_config is variadic too. To be called before anything else; later it does nothing.
static inline int csqlite_leave_memory_uncounted(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Reads the first bytes of a file by SQLite's own file layer, and nothing else: no lock, no journal, no log.
//
// A descriptor of one's own would do harm: closing it ends all POSIX locks that this process has on the file, those of open
// connections too, and another process would then take the log away from under them. SQLite keeps such a descriptor open
// for as long as somebody in the process needs its locks.
//
// `*count` is the number of bytes; when the file cannot be opened, it is the error number of the system, or 0.
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
