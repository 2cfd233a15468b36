#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

/// A folder whose SQLite databases a test kills.
typedef struct FaultyDisk FaultyDisk;

/// Counts what SQLite, as this process has it, writes into a folder; databases elsewhere aren't touched.
///
/// - Parameter folder: Its path, without symbolic links.
FaultyDisk *faultyDiskCreate(const char *folder);

/// Lets the process die, as far as the folder goes, at the writing operation with a number, counted from 1; 0 lets it live.
///
/// A write happens in half then, and nothing after it.
void faultyDiskKillAt(FaultyDisk *disk, int operation);

/// The number of writing operations: writes, truncations, synchronizations, and files that are created or removed.
int faultyDiskOperations(FaultyDisk *disk);

/// Whether the operation has been reached.
int faultyDiskIsDead(FaultyDisk *disk);

/// Forgets the folder; databases that are still open there stay as they are.
void faultyDiskDestroy(FaultyDisk *disk);

#endif
