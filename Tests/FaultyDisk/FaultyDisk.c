// A file system for SQLite that fails, tears writes and forgets what was not synchronized.
//
// It stands between SQLite and the file system of the operating system, which does the work and the locking. For each file it keeps
// what was synchronized last and the operations since then.

#include "FaultyDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A write, or a truncation if it has no bytes.
typedef struct Operation {
    struct Operation *next;
    sqlite3_int64 offset;
    int size;
    unsigned char *bytes;
} Operation;

/// A file as a power cut sees it.
typedef struct Image {
    struct Image *next;
    char *path;
    unsigned char *bytes;
    sqlite3_int64 size;
    /// Whether it is there after a power cut, or, if it was removed without a synchronization, may be.
    int exists;
    int isRemoved;
    Operation *first, *last;
} Image;

struct FaultyDisk {
    FaultyDisk *next;
    char *folder;
    int operations, failsAt, hasFailed;
    /// The number of open files, and whether the test has no use for it any more.
    int open, isOver;
    enum FaultyDiskFault fault;
    Image *images;
};

typedef struct File {
    sqlite3_file base;
    FaultyDisk *disk;
    Image *image;
    sqlite3_file *real;
} File;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FaultyDisk *disks;
static sqlite3_vfs *real;
static sqlite3_vfs faulty;

enum { goesOn = -1 };

/// Counts an operation; returns the error that it ends with, or `goesOn`.
static int begin(FaultyDisk *disk, int grows, int error) {
    disk->operations++;
    int isNow = disk->failsAt != 0 && disk->operations == disk->failsAt;
    if (isNow) disk->hasFailed = 1;
    if (!disk->hasFailed) return goesOn;
    switch (disk->fault) {
    case faultyDiskError: return isNow ? error : goesOn;
    case faultyDiskFull: return grows ? SQLITE_FULL : goesOn;
    default: return error;
    }
}

static int isDead(FaultyDisk *disk) {
    return disk->hasFailed && (disk->fault == faultyDiskKill || disk->fault == faultyDiskPowerCut);
}

static void append(Image *image, const void *bytes, int size, sqlite3_int64 offset) {
    Operation *operation = calloc(1, sizeof *operation);
    operation->offset = offset;
    operation->size = size;
    if (bytes) {
        operation->bytes = malloc((size_t)size);
        memcpy(operation->bytes, bytes, (size_t)size);
    }
    if (image->last) image->last->next = operation;
    else image->first = operation;
    image->last = operation;
}

static void forget(Image *image) {
    while (image->first) {
        Operation *operation = image->first;
        image->first = operation->next;
        free(operation->bytes);
        free(operation);
    }
    image->last = NULL;
}

/// Applies the first bytes of an operation.
static void apply(unsigned char **bytes, sqlite3_int64 *size, const Operation *operation, int count) {
    sqlite3_int64 end = operation->offset + (operation->bytes ? count : 0);
    if (end > *size) {
        *bytes = realloc(*bytes, (size_t)end);
        memset(*bytes + *size, 0, (size_t)(end - *size));
    }
    if (end > *size || !operation->bytes) *size = end;
    if (operation->bytes) memcpy(*bytes + operation->offset, operation->bytes, (size_t)count);
}

/// Frees a disk that nothing uses any more.
static void release(FaultyDisk *disk) {
    if (!disk->isOver || disk->open > 0) return;
    while (disk->images) {
        Image *image = disk->images;
        disk->images = image->next;
        forget(image);
        free(image->bytes);
        free(image->path);
        free(image);
    }
    free(disk->folder);
    free(disk);
}

// Files

#define OURS(base) ((File *)(base))
#define REAL(base) (OURS(base)->real)

static int closeFile(sqlite3_file *base) {
    int code = REAL(base)->pMethods->xClose(REAL(base));
    pthread_mutex_lock(&lock);
    OURS(base)->disk->open--;
    release(OURS(base)->disk);
    pthread_mutex_unlock(&lock);
    return code;
}

static int readFile(sqlite3_file *base, void *bytes, int size, sqlite3_int64 offset) {
    return REAL(base)->pMethods->xRead(REAL(base), bytes, size, offset);
}

static int writeFile(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 offset) {
    File *file = OURS(base);
    pthread_mutex_lock(&lock);
    int wasDead = isDead(file->disk);
    int code = begin(file->disk, 1, SQLITE_IOERR_WRITE);
    // A write that fails may have happened in part.
    int done = code == goesOn ? size : code == SQLITE_FULL || wasDead ? 0 : size / 2;
    if (done > 0) {
        append(file->image, bytes, done, offset);
        int written = REAL(base)->pMethods->xWrite(REAL(base), bytes, done, offset);
        if (code == goesOn) code = written;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static int truncateFile(sqlite3_file *base, sqlite3_int64 size) {
    File *file = OURS(base);
    pthread_mutex_lock(&lock);
    int code = begin(file->disk, 0, SQLITE_IOERR_TRUNCATE);
    if (code == goesOn) {
        append(file->image, NULL, 0, size);
        code = REAL(base)->pMethods->xTruncate(REAL(base), size);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static int syncFile(sqlite3_file *base, int flags) {
    (void)flags;
    File *file = OURS(base);
    pthread_mutex_lock(&lock);
    int code = begin(file->disk, 0, SQLITE_IOERR_FSYNC);
    if (code == goesOn) {
        Image *image = file->image;
        for (Operation *each = image->first; each; each = each->next) {
            apply(&image->bytes, &image->size, each, each->size);
        }
        forget(image);
        image->exists = 1;
        image->isRemoved = 0;
        code = SQLITE_OK;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static int sizeOfFile(sqlite3_file *base, sqlite3_int64 *size) {
    return REAL(base)->pMethods->xFileSize(REAL(base), size);
}

static int lockFile(sqlite3_file *base, int level) { return REAL(base)->pMethods->xLock(REAL(base), level); }

static int unlockFile(sqlite3_file *base, int level) { return REAL(base)->pMethods->xUnlock(REAL(base), level); }

static int checkLock(sqlite3_file *base, int *result) {
    return REAL(base)->pMethods->xCheckReservedLock(REAL(base), result);
}

static int controlFile(sqlite3_file *base, int operation, void *argument) {
    // It would grow the file unseen.
    if (operation == SQLITE_FCNTL_SIZE_HINT) return SQLITE_OK;
    return REAL(base)->pMethods->xFileControl(REAL(base), operation, argument);
}

static int sectorSize(sqlite3_file *base) { return REAL(base)->pMethods->xSectorSize(REAL(base)); }

static int characteristics(sqlite3_file *base) { return REAL(base)->pMethods->xDeviceCharacteristics(REAL(base)); }

static int mapShared(sqlite3_file *base, int page, int size, int extends, void volatile **memory) {
    return REAL(base)->pMethods->xShmMap(REAL(base), page, size, extends, memory);
}

static int lockShared(sqlite3_file *base, int offset, int count, int flags) {
    return REAL(base)->pMethods->xShmLock(REAL(base), offset, count, flags);
}

static void barrier(sqlite3_file *base) { REAL(base)->pMethods->xShmBarrier(REAL(base)); }

static int unmapShared(sqlite3_file *base, int removes) {
    return REAL(base)->pMethods->xShmUnmap(REAL(base), removes);
}

// Without memory mapping, which would read and write unseen.
static const sqlite3_io_methods methods = {
    2, closeFile, readFile, writeFile, truncateFile, syncFile, sizeOfFile, lockFile, unlockFile, checkLock, controlFile,
    sectorSize, characteristics, mapShared, lockShared, barrier, unmapShared, NULL, NULL,
};

// The file system

static FaultyDisk *diskOf(const char *path) {
    for (FaultyDisk *disk = disks; path && disk; disk = disk->next) {
        size_t length = strlen(disk->folder);
        if (strncmp(path, disk->folder, length) == 0 && path[length] == '/') return disk;
    }
    return NULL;
}

static Image *imageOf(FaultyDisk *disk, const char *path) {
    for (Image *image = disk->images; image; image = image->next) {
        if (strcmp(image->path, path) == 0) return image;
    }
    return NULL;
}

static int openFile(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *outFlags) {
    (void)vfs;
    pthread_mutex_lock(&lock);
    FaultyDisk *disk = diskOf(path);
    pthread_mutex_unlock(&lock);
    if (!disk) return real->xOpen(real, path, base, flags, outFlags);

    File *file = OURS(base);
    memset(file, 0, sizeof *file);
    file->real = (sqlite3_file *)(file + 1);
    int exists = 0;
    real->xAccess(real, path, SQLITE_ACCESS_EXISTS, &exists);
    pthread_mutex_lock(&lock);
    int code = goesOn;
    if (!exists && flags & SQLITE_OPEN_CREATE) code = begin(disk, 1, SQLITE_CANTOPEN);
    else if (isDead(disk)) code = SQLITE_CANTOPEN;
    if (code == goesOn) code = real->xOpen(real, path, file->real, flags, outFlags);
    if (code == SQLITE_OK) {
        Image *image = imageOf(disk, path);
        if (!image) {
            image = calloc(1, sizeof *image);
            image->path = strdup(path);
            image->next = disk->images;
            disk->images = image;
            // What was there before is on the disk.
            sqlite3_int64 size = 0;
            file->real->pMethods->xFileSize(file->real, &size);
            image->exists = exists;
            image->size = size;
            image->bytes = malloc((size_t)size + 1);
            if (size > 0) file->real->pMethods->xRead(file->real, image->bytes, (int)size, 0);
        } else if (!exists) {
            forget(image);
            image->size = 0;
            image->exists = image->isRemoved = 0;
        }
        disk->open++;
        file->disk = disk;
        file->image = image;
        base->pMethods = &methods;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static int removeFile(sqlite3_vfs *vfs, const char *path, int syncs) {
    (void)vfs;
    pthread_mutex_lock(&lock);
    FaultyDisk *disk = diskOf(path);
    int code = disk ? begin(disk, 0, SQLITE_IOERR_DELETE) : goesOn;
    if (code == goesOn) {
        Image *image = disk ? imageOf(disk, path) : NULL;
        if (image && syncs) image->exists = 0;
        if (image) image->isRemoved = 1;
        code = real->xDelete(real, path, syncs);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static void install(void) {
    real = sqlite3_vfs_find(NULL);
    faulty = *real;
    faulty.zName = "faulty";
    faulty.szOsFile = (int)sizeof(File) + real->szOsFile;
    faulty.xOpen = openFile;
    faulty.xDelete = removeFile;
    sqlite3_vfs_register(&faulty, 1);
}

// Tests

FaultyDisk *faultyDiskCreate(const char *folder) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    FaultyDisk *disk = calloc(1, sizeof *disk);
    disk->folder = strdup(folder);
    pthread_mutex_lock(&lock);
    disk->next = disks;
    disks = disk;
    pthread_mutex_unlock(&lock);
    return disk;
}

void faultyDiskFailAt(FaultyDisk *disk, int operation, enum FaultyDiskFault fault) {
    pthread_mutex_lock(&lock);
    disk->failsAt = operation;
    disk->fault = fault;
    disk->hasFailed = 0;
    pthread_mutex_unlock(&lock);
}

int faultyDiskOperations(FaultyDisk *disk) {
    pthread_mutex_lock(&lock);
    int operations = disk->operations;
    pthread_mutex_unlock(&lock);
    return operations;
}

int faultyDiskHasFailed(FaultyDisk *disk) {
    pthread_mutex_lock(&lock);
    int hasFailed = disk->hasFailed;
    pthread_mutex_unlock(&lock);
    return hasFailed;
}

/// The next number below a limit of SplitMix64.
static int next(unsigned long long *seed, int limit) {
    unsigned long long value = *seed += 0x9E3779B97F4A7C15;
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
    value = (value ^ value >> 27) * 0x94D049BB133111EB;
    return (int)((value ^ value >> 31) % (unsigned long long)limit);
}

int faultyDiskRecover(FaultyDisk *disk, const char *folder, unsigned long long seed) {
    pthread_mutex_lock(&lock);
    int isWhole = 1;
    int keepsAll = disk->fault != faultyDiskPowerCut;
    for (Image *image = disk->images; image; image = image->next) {
        // A file that was created or removed without a synchronization may be there or not.
        int isThere = keepsAll ? !image->isRemoved
            : image->isRemoved ? image->exists && next(&seed, 2)
            : image->exists || next(&seed, 2);
        if (!isThere) continue;
        sqlite3_int64 size = image->size;
        unsigned char *bytes = malloc((size_t)size + 1);
        memcpy(bytes, image->bytes, (size_t)size);
        for (Operation *each = image->first; each; each = each->next) {
            int fate = keepsAll ? 2 : next(&seed, 3);
            int torn = fate == 1 ? next(&seed, each->size + 1) : each->size;
            if (fate != 0) apply(&bytes, &size, each, torn);
        }
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, strrchr(image->path, '/') + 1);
        FILE *file = fopen(path, "wb");
        isWhole = isWhole && file && fwrite(bytes, 1, (size_t)size, file) == (size_t)size;
        if (file) isWhole = fclose(file) == 0 && isWhole;
        free(bytes);
    }
    pthread_mutex_unlock(&lock);
    return isWhole;
}

void faultyDiskDestroy(FaultyDisk *disk) {
    pthread_mutex_lock(&lock);
    for (FaultyDisk **place = &disks; *place; place = &(*place)->next) {
        if (*place == disk) {
            *place = disk->next;
            break;
        }
    }
    disk->isOver = 1;
    release(disk);
    pthread_mutex_unlock(&lock);
}
