#if canImport(FoundationEssentials)
import FoundationEssentials
import Glibc
#else
import Foundation
#endif

extension ContactDatabase {
    /// The files of the database, SQLite's beside it included, that users other than the owner may read.
    func permissionProblems() -> [StoreProblem] {
        ["", "-wal", "-shm"].compactMap { suffix in
            var information = stat()
            guard stat(path + suffix, &information) == 0, information.st_mode & 0o077 != 0 else { return nil }
            return .permissions(path: path + suffix, mode: Int(information.st_mode & 0o777))
        }
    }

    /// Writes a copy of the database to another file, atomically.
    func backup(to target: String) throws {
        let target = target.hasPrefix("/") ? target : FileManager.default.currentDirectoryPath + "/" + target
        guard
            URL(fileURLWithPath: target).resolvingSymlinksInPath()
                != URL(fileURLWithPath: path).resolvingSymlinksInPath()
        else {
            throw RepositoryError(.invalidInput, "The backup “\(target)” is the database itself; give another path.")
        }
        let partial = target + ".partial-\(UUID().uuidString)"
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(partial + suffix) } }
        let isDone: Void? = try reading { connection in
            try DatabaseFile.create(partial)
            let copy = try SQLiteConnection(path: partial, mode: .readWrite)
            try connection.copy(to: copy)
            // A single file, without a write-ahead log.
            _ = try copy.text("PRAGMA journal_mode = DELETE")
        }
        guard isDone != nil else {
            throw RepositoryError(.notFound, "There is no database “\(path)” yet, so there is nothing to back up.")
        }
        try DatabaseFile.flush(partial)
        guard rename(partial, target) == 0 else {
            throw RepositoryError(
                .cannotCreate,
                "The backup “\(target)” cannot be written: \(String(cString: strerror(errno)))."
            )
        }
        // Flushes the name, too; some file systems cannot, which is no reason to fail.
        try? DatabaseFile.flush(URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }
}
