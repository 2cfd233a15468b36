// A file system for SQLite that fails at an operation, and forgets what was not synchronized.
//
// It stands between SQLite and the file system of the operating system, which does the work and the locking.

#include "FaultyDisk.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// What a file had when it was synchronized last.
typedef struct Image {
    struct Image *next;
    char *path, *bytes;
    sqlite3_int64 size;
} Image;

struct FaultyDisk {
    FaultyDisk *next;
    char *folder;
    Image *images;
    int operations, failsAt, hasFailed, isReadOnly;
    FaultyDiskFault fault;
    /// The number of open files, and whether the test has no use for it any more.
    int open, isOver;
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

static int isDead(const FaultyDisk *disk) { return disk->hasFailed && disk->fault == FaultyDiskKill; }

/// Counts an operation; returns whether it happens. On a full disk all do that need no space.
static int begin(FaultyDisk *disk, int needsSpace) {
    disk->operations++;
    int isHere = disk->failsAt != 0 && disk->operations == disk->failsAt;
    if (isHere) disk->hasFailed = 1;
    if (disk->hasFailed && disk->fault == FaultyDiskFull) return !needsSpace;
    return !isHere && !isDead(disk);
}

/// Frees a disk that nothing uses any more.
static void release(FaultyDisk *disk) {
    if (!disk->isOver || disk->open > 0) return;
    for (Image *image = disk->images, *next; image; image = next) {
        next = image->next;
        free(image->path);
        free(image->bytes);
        free(image);
    }
    free(disk->folder);
    free(disk);
}

static Image *imageOf(FaultyDisk *disk, const char *path) {
    for (Image *image = disk->images; image; image = image->next) {
        if (strcmp(image->path, path) == 0) return image;
    }
    return NULL;
}

// Files

#define OURS(base) ((File *)(base))
#define REAL(base) (OURS(base)->real)

/// Keeps what a file has now.
static int keep(sqlite3_file *base) {
    Image *image = OURS(base)->image;
    int code = REAL(base)->pMethods->xFileSize(REAL(base), &image->size);
    if (code != SQLITE_OK || image->size == 0) return code;
    image->bytes = realloc(image->bytes, (size_t)image->size);
    return REAL(base)->pMethods->xRead(REAL(base), image->bytes, (int)image->size, 0);
}

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
    pthread_mutex_lock(&lock);
    FaultyDisk *disk = OURS(base)->disk;
    sqlite3_int64 end = 0;
    REAL(base)->pMethods->xFileSize(REAL(base), &end);
    int wasDead = isDead(disk);
    int happens = begin(disk, offset + size > end);
    int isFull = disk->fault == FaultyDiskFull;
    int done = happens ? size : wasDead || isFull ? 0 : size / 2;
    int code = done > 0 ? REAL(base)->pMethods->xWrite(REAL(base), bytes, done, offset) : SQLITE_OK;
    pthread_mutex_unlock(&lock);
    return happens ? code : isFull ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int truncateFile(sqlite3_file *base, sqlite3_int64 size) {
    pthread_mutex_lock(&lock);
    int code = SQLITE_IOERR_TRUNCATE;
    if (begin(OURS(base)->disk, 0)) code = REAL(base)->pMethods->xTruncate(REAL(base), size);
    pthread_mutex_unlock(&lock);
    return code;
}

static int syncFile(sqlite3_file *base, int flags) {
    (void)flags;
    pthread_mutex_lock(&lock);
    int code = begin(OURS(base)->disk, 0) ? keep(base) : SQLITE_IOERR_FSYNC;
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
    // As the operating system opens a file that may only be read.
    if (disk->isReadOnly) flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    int happens = !exists && flags & SQLITE_OPEN_CREATE ? begin(disk, 1) : !isDead(disk);
    int code = happens ? real->xOpen(real, path, file->real, flags, outFlags) : SQLITE_CANTOPEN;
    if (code == SQLITE_OK) {
        disk->open++;
        file->disk = disk;
        file->image = imageOf(disk, path);
        base->pMethods = &methods;
        if (!file->image) {
            file->image = calloc(1, sizeof *file->image);
            file->image->path = strdup(path);
            file->image->next = disk->images;
            disk->images = file->image;
            code = keep(base);
        }
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static int removeFile(sqlite3_vfs *vfs, const char *path, int syncs) {
    (void)vfs;
    pthread_mutex_lock(&lock);
    FaultyDisk *disk = diskOf(path);
    int code = !disk || begin(disk, 0) ? real->xDelete(real, path, syncs) : SQLITE_IOERR_DELETE;
    Image *image = disk && code == SQLITE_OK ? imageOf(disk, path) : NULL;
    if (image) image->size = 0;
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

void faultyDiskFailAt(FaultyDisk *disk, int operation, FaultyDiskFault fault) {
    pthread_mutex_lock(&lock);
    disk->failsAt = operation;
    disk->fault = fault;
    disk->hasFailed = 0;
    pthread_mutex_unlock(&lock);
}

void faultyDiskCutPower(FaultyDisk *disk, unsigned seed) {
    enum { sector = 512 };
    char now[sector], before[sector];
    pthread_mutex_lock(&lock);
    for (Image *image = disk->images; image; image = image->next) {
        int file = open(image->path, O_RDWR);
        struct stat status;
        if (file < 0 || fstat(file, &status) != 0) continue;
        sqlite3_int64 size = status.st_size;
        // Neither of them, one, or both reach the disk: the size and the bytes.
        if (size != image->size && rand_r(&seed) % 2) size = image->size;
        int isKept = ftruncate(file, size) == 0;
        for (sqlite3_int64 offset = 0; offset < size && isKept; offset += sector) {
            sqlite3_int64 known = image->size - offset;
            memset(now, 0, sector);
            memset(before, 0, sector);
            if (known > 0) memcpy(before, image->bytes + offset, known < sector ? (size_t)known : sector);
            ssize_t count = pread(file, now, sector, offset);
            if (count <= 0 || memcmp(now, before, (size_t)count) == 0 || rand_r(&seed) % 2) continue;
            isKept = pwrite(file, before, (size_t)count, offset) == count;
        }
        close(file);
    }
    pthread_mutex_unlock(&lock);
}

void faultyDiskMakeReadOnly(FaultyDisk *disk) {
    pthread_mutex_lock(&lock);
    disk->isReadOnly = 1;
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
