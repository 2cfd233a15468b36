#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

/// What happens at an operation of a faulty disk.
enum FaultyDiskFault {
    /// The operation fails; later ones succeed.
    faultyDiskError,
    /// The disk is full from here on: writes and new files fail.
    faultyDiskFull,
    /// The process dies: nothing more happens, and what was written before is there.
    faultyDiskKill,
    /// The power fails: of what was not synchronized before, any part may be there.
    faultyDiskPowerCut,
};

/// A folder whose SQLite databases are on a faulty disk.
typedef struct FaultyDisk FaultyDisk;

/// Puts the databases in a folder on a faulty disk, with the SQLite of this process; those elsewhere aren't touched.
///
/// - Parameter folder: Its path, without symbolic links.
FaultyDisk *faultyDiskCreate(const char *folder);

/// Lets the disk fail at the operation with a number, counted from 1; 0 heals it.
void faultyDiskFailAt(FaultyDisk *disk, int operation, enum FaultyDiskFault fault);

/// The number of writing operations: writes, truncations, synchronizations, and files that are created or removed.
int faultyDiskOperations(FaultyDisk *disk);

/// Whether the operation has been reached.
int faultyDiskHasFailed(FaultyDisk *disk);

/// Writes what a new process would find into another folder: all after a kill; after a power cut what was synchronized, and any part
/// of the rest that the seed chooses, some of it torn.
///
/// - Returns: Whether that worked.
int faultyDiskRecover(FaultyDisk *disk, const char *folder, unsigned long long seed);

/// Takes the folder off the disk; databases that are still open there stay on it.
void faultyDiskDestroy(FaultyDisk *disk);

#endif
