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

    /// Saves what can be read of a damaged database in a new one, which takes its place.
    ///
    /// - Returns: The new path of the damaged file, and the number of contacts in the new one.
    func salvage(at time: Date) throws -> (aside: String, saved: Int) {
        forget()
        return try reportingErrors {
            let partial = "\(path).new-\(UUID().uuidString.prefix(8))"
            defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(partial + suffix) } }
            try DatabaseFile.create(partial)
            let saved = try copyReadable(to: partial)
            try DatabaseFile.flush(partial)
            let aside = freePath("corrupt", at: time)
            for suffix in ["-wal", "-shm", "-journal"] where rename(path + suffix, aside + suffix) != 0 {
                guard errno == ENOENT else { throw cannotMove() }
            }
            // A link first, where the file system has them: so there is never no database at all.
            guard link(path, aside) == 0 || rename(path, aside) == 0, rename(partial, path) == 0 else {
                throw cannotMove()
            }
            // The names, too; some file systems cannot, which is no reason to fail.
            try? DatabaseFile.flush(URL(fileURLWithPath: path).deletingLastPathComponent().path)
            return (aside, saved)
        }
    }

    private func copyReadable(to partial: String) throws -> Int {
        let target = try SQLiteConnection(path: partial, mode: .readWrite, interruption: interruption)
        try SQLiteMigration.migrate(
            target,
            applicationID: ContactSchema.applicationID,
            steps: ContactSchema.migrations
        )
        do {
            let source = try connection(.salvage)
            // Other processes must not write meanwhile; a file that is too damaged for that is not written anyway.
            do {
                try source.execute("BEGIN IMMEDIATE")
            } catch let error as SQLiteError where !error.isBusy {}
            return try StoreSalvage(source: source, target: target).run()
        } catch let error as SQLiteError where error.isDamage {
            // Not even the schema can be read.
            return 0
        }
    }

    private func cannotMove() -> RepositoryError {
        RepositoryError(
            .inputOutput,
            "The database “\(path)” is damaged and cannot be renamed (\(String(cString: strerror(errno)))); "
                + "move it away by hand."
        )
    }

    /// Takes out the records that cannot be read, into a file that only the owner can read.
    ///
    /// - Returns: The file and the records; no file when there are none.
    func setAsideUnreadable(at time: Date) throws -> (file: String?, records: [UnreadableRecord]) {
        let isNeeded = try reading { try !StoreInspection(connection: $0).unreadable().isEmpty }
        guard isNeeded == true else { return (nil, []) }
        return try writing { connection in
            var repair = RecordRepair(connection: connection)
            let records = try repair.run()
            let file = freePath("unreadable", at: time) + ".jsonl"
            // Before the transaction ends: what is not in the file is still in the database.
            try DatabaseFile.create(file, with: repair.lines.map { $0 + "\n" }.joined())
            return (file, records)
        }
    }

    /// A path beside the database that no file has.
    private func freePath(_ kind: String, at time: Date) -> String {
        let stamp = (UTCDate(milliseconds: time.milliseconds)?.timestamp ?? "unknown-date")
            .filter { $0 != ":" && $0 != "-" }
        let first = "\(path).\(kind)-\(stamp)"
        var next = first
        var number = 1
        while access(next, F_OK) == 0 || access(next + ".jsonl", F_OK) == 0 {
            number += 1
            next = "\(first)-\(number)"
        }
        return next
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
