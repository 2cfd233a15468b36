#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

/// A folder in which SQLite's databases meet the faults of a test.
typedef struct FaultyDisk FaultyDisk;

/// What happens at an operation.
typedef enum {
    /// The process dies, as far as the folder goes: a write happens in half, and nothing after it.
    FaultyDiskKill,
    /// The operation fails, a write in half, and those after it don't.
    FaultyDiskError,
    /// The disk is full: from this operation on, nothing grows.
    FaultyDiskFull,
} FaultyDiskFault;

/// Counts what SQLite, as this process has it, writes into a folder; databases elsewhere aren't touched.
///
/// - Parameter folder: Its path, without symbolic links.
FaultyDisk *faultyDiskCreate(const char *folder);

/// Has the writing operation with a number fail, counted from 1; 0 ends the fault.
void faultyDiskFailAt(FaultyDisk *disk, int operation, FaultyDiskFault fault);

/// Loses what was written since the last synchronizations, as when the power goes: each sector of 512 bytes, and the size
/// of each file, is the new or the old one. Files that were removed stay so.
void faultyDiskCutPower(FaultyDisk *disk, unsigned seed);

/// Lets files be opened for reading only from now on.
void faultyDiskMakeReadOnly(FaultyDisk *disk);

/// The number of writing operations: writes, truncations, synchronizations, and files that are created or removed.
int faultyDiskOperations(FaultyDisk *disk);

/// Whether the operation has been reached.
int faultyDiskHasFailed(FaultyDisk *disk);

/// Forgets the folder; databases that are still open there stay as they are.
void faultyDiskDestroy(FaultyDisk *disk);

#endif
