#if canImport(FoundationEssentials)
import FoundationEssentials
import Glibc
#else
import Foundation
#endif

/// The database file of the contacts, opened on first use and created on the first write.
///
/// Owned by one actor. A file that is no database, of another program or of a newer version is refused before SQLite
/// changes it; only ``setAsideIfDamaged(now:)`` renames a file.
final class ContactDatabase {
    /// The absolute path of the file.
    let path: String
    private var reader: SQLiteConnection? {
        didSet { own += 1 }
    }
    private var writer: SQLiteConnection? {
        didSet { own += 1 }
    }
    /// How long to wait for another process that is writing, in milliseconds.
    private let busyLimit: Int
    let checkpoint: BackgroundCheckpoint
    /// Counts write transactions, and connections opened and closed.
    private var own: Int64 = 0

    init(
        path: String,
        busyLimit: Int = SQLiteConnection.busyLimit,
        logSize: Int64 = BackgroundCheckpoint.logSize
    ) {
        self.busyLimit = busyLimit
        self.path = path.isEmpty || path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        checkpoint = BackgroundCheckpoint(path: self.path, logSize: logSize)
    }

    /// Runs `body` in a read transaction; `nil` when there is no database yet.
    ///
    /// If the file is damaged, the result is that of `damage`; without `damage` it is an error.
    func reading<Result>(
        damage: ((SQLiteError) -> Result)? = nil,
        _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result? {
        try reportingErrors(damage: damage.map { damage in { Optional(damage($0)) } }) {
            guard let connection = try writer ?? openReader() else { return nil }
            return try connection.read { try body(connection) }
        }
    }

    /// Runs `body` in a write transaction, and creates the database if there is none.
    func writing<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try reportingErrors {
            let connection = try openWriter()
            defer { own += 1 }
            let result = try connection.write { try body(connection) }
            checkpoint.checkpoint(after: connection)
            return result
        }
    }

    /// Returns the revision, which every write changes.
    ///
    /// SQLite's count of other connections' writes is relative to one connection, so a new connection counts as a write of this process.
    func revision() throws -> StoreRevision {
        try reportingErrors {
            guard let connection = try writer ?? openReader() else { return StoreRevision(own: own, others: -1) }
            return StoreRevision(own: own, others: try connection.integer("PRAGMA data_version"))
        }
    }

    /// Closes the file; the next use opens it again.
    func close() {
        reader = nil
        checkpoint.finish()
        if let writer {
            // Optional: the data is safe without either, and another process may hold a lock.
            try? writer.execute("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        writer = nil
    }

    /// Renames a damaged database of this program, so that the next write creates a new one.
    ///
    /// - Returns: The new path of the damaged file; `nil` when the file is sound, missing, or not of this program.
    func setAsideIfDamaged(now: Date) throws -> String? {
        guard SQLiteFileHeader.read(path) == .database(applicationID: ContactSchema.applicationID) else { return nil }
        let isDamaged: Bool
        do {
            isDamaged = try reportingBusy {
                let connection = try SQLiteConnection(path: path, mode: .readWrite)
                return try connection.text("PRAGMA quick_check(1)") != "ok"
            }
        } catch let error as SQLiteError where error.isCorruption {
            isDamaged = true
        } catch is SQLiteError {
            // An error that persists is reported by the next use.
            return nil
        }
        guard isDamaged else { return nil }
        checkpoint.finish()
        reader = nil
        writer = nil
        let stamp = (UTCDate(milliseconds: Int64(now.timeIntervalSince1970 * 1000))?.timestamp ?? "unknown-date")
            .filter { $0 != ":" && $0 != "-" }
        let aside = "\(path).corrupt-\(stamp)"
        for suffix in ["", "-wal", "-shm", "-journal"] where rename(path + suffix, aside + suffix) != 0 {
            guard errno == ENOENT else {
                throw RepositoryError(
                    .inputOutput,
                    "The database “\(path)” is damaged and cannot be renamed (\(String(cString: strerror(errno)))); "
                        + "move it away by hand."
                )
            }
        }
        return aside
    }

    private func openReader() throws -> SQLiteConnection? {
        if let reader { return reader }
        guard try isOurs() else { return nil }
        let connection = try openReadOnly()
        let version = try checkedVersion(connection)
        guard version > 0 else { return nil }
        // An older version is migrated first, which needs a writer.
        guard version == ContactSchema.version else { return try openWriter() }
        reader = connection
        return connection
    }

    private func openReadOnly() throws -> SQLiteConnection {
        do {
            let connection = try SQLiteConnection(path: path, mode: .readOnly, busyLimit: busyLimit)
            _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
            return connection
        } catch let error as SQLiteError
            where !error.isCorruption && !error.isBusy && access(path + "-wal", F_OK) != 0
        {
            // In a read-only folder SQLite cannot create its shared memory; no other process can write the file there either.
            return try SQLiteConnection(path: path, mode: .immutable)
        }
    }

    private func openWriter() throws -> SQLiteConnection {
        if let writer { return writer }
        try DatabaseFile.create(path)
        _ = try isOurs()
        let connection = try SQLiteConnection(path: path, mode: .readWrite, busyLimit: busyLimit)
        if try checkedVersion(connection) < ContactSchema.version {
            try SQLiteMigration.migrate(
                connection,
                applicationID: ContactSchema.applicationID,
                steps: ContactSchema.migrations
            )
        }
        // After the migration, so that the header of the file itself, not only of its log, has the application identifier.
        try useLog(connection)
        // Migrating a large file may have made a large log.
        checkpoint.checkpoint(after: connection)
        reader = nil
        writer = connection
        return connection
    }

    /// Switches to write-ahead logging, which lets readers go on while one connection writes.
    ///
    /// SQLite does not wait for another process that does the same, so this method does.
    private func useLog(_ connection: SQLiteConnection) throws {
        var attempts = 0
        while true {
            do {
                _ = try connection.text("PRAGMA journal_mode = WAL")
                return
            } catch let error as SQLiteError where error.isBusy && attempts < busyLimit / 100 && !Task.isCancelled {
                attempts += 1
                usleep(UInt32.random(in: 1000...50_000))
            }
        }
    }

    /// Whether the file is a database of this program; throws for a file of another kind or program.
    private func isOurs() throws -> Bool {
        guard !path.isEmpty else {
            throw RepositoryError(.invalidConfiguration, "The database's path is empty; give the path of a file.")
        }
        switch SQLiteFileHeader.read(path) {
        case .missing, .empty: return false
        case .database(applicationID: ContactSchema.applicationID): return true
        case .database:
            throw RepositoryError(
                .unreadableDatabase,
                "The database “\(path)” belongs to another program and was left alone; give another path."
            )
        case .foreign:
            // A crash during the creation leaves a journal, with which SQLite repairs the file.
            if access(path + "-journal", F_OK) == 0 { return true }
            throw RepositoryError(
                .unreadableDatabase,
                "“\(path)” is not a contacts database and was left alone; give another path."
            )
        case .unreadable(let code):
            throw RepositoryError(
                .inputOutput,
                "The database “\(path)” cannot be read: \(String(cString: strerror(code)))."
            )
        }
    }

    private func checkedVersion(_ connection: SQLiteConnection) throws -> Int64 {
        let version = try connection.integer("PRAGMA user_version")
        guard version <= ContactSchema.version else {
            throw RepositoryError(
                .unreadableDatabase,
                "The database “\(path)” was written by a newer version of this program (format \(version), known up to "
                    + "\(ContactSchema.version)); use that version, or give another path."
            )
        }
        return version
    }

    private func reportingErrors<Result>(
        damage: ((SQLiteError) -> Result)? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            try Task.checkCancellation()
            return try body()
        } catch let error as SQLiteError {
            if error.isCorruption, let damage { return damage(error) }
            if error.isInterruption { throw CancellationError() }
            if error.isBusy { try Task.checkCancellation() }
            throw RepositoryError(error, path: path)
        }
    }

    private func reportingBusy<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError where error.isBusy {
            throw RepositoryError(error, path: path)
        }
    }
}
