import Primitives

/// The contacts' database file, opened on first use and created on the first write.
///
/// Owned by one actor. A file that isn't a database, or belongs to another program or a newer version, is rejected
/// before SQLite changes it; only ``salvage(at:)`` replaces a file.
final class ContactDatabase {
    /// The absolute path of the file, with links resolved.
    let path: String
    private var reader: SQLiteConnection? {
        didSet { own += 1 }
    }
    private var writer: SQLiteConnection? {
        didSet { own += 1 }
    }
    /// The maximum wait for another process that is writing, in milliseconds.
    private let busyLimit: Int
    let interruption: Interruption
    /// The number of write transactions, and of connections opened and closed.
    private var own: Int64 = 0

    /// The maximum wait for other processes when closing, in milliseconds, because that work is optional.
    private static let closingLimit = 100

    init(
        path: String,
        busyLimit: Int = SQLiteConnection.busyLimit,
        interruption: Interruption = Interruption()
    ) {
        self.busyLimit = busyLimit
        self.interruption = interruption
        let isRelative = !path.isEmpty && !path.hasPrefix("/")
        self.path = DatabaseFile.target(of: isRelative ? FileManager.default.currentDirectoryPath + "/" + path : path)
    }

    /// Runs `body` in a read transaction; returns `nil` if the database doesn't exist yet.
    ///
    /// If the file is damaged, returns the result of `damage`, called with the reason; without `damage`, throws.
    func reading<Result>(
        damage: ((String) -> Result?)? = nil,
        _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result? {
        try reportingErrors(damage: damage) {
            guard let connection = try writer ?? openReader() else { return nil }
            return try connection.read { try body(connection) }
        }
    }

    /// Runs `body` in a write transaction, and creates the database if necessary.
    func writing<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try reportingErrors {
            let connection = try openWriter()
            defer { own += 1 }
            defer { connection.rowsToIndex = [] }
            return try connection.write {
                let result = try body(connection)
                try ContactSearchIndex(connection: connection).addRest()
                return result
            }
        }
    }

    /// Returns the revision, which every write changes.
    ///
    /// SQLite counts the writes of others per connection, so opening one counts as a write by this process.
    func revision() throws -> StoreRevision {
        try reportingErrors {
            guard let connection = try writer ?? openReader() else { return StoreRevision(own: own, others: -1) }
            return StoreRevision(own: own, others: try connection.integer("PRAGMA data_version"))
        }
    }

    /// Closes the file; the next use opens it again.
    func close() {
        reader = nil
        if let writer {
            // Optional, because the data is safe without it, and another process may hold a lock for a long time.
            writer.lockWait.limit = Self.closingLimit
            // Without a limit, SQLite reads the whole table after each change if one of its partial indexes is empty.
            try? writer.execute("PRAGMA analysis_limit = 400; PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        writer = nil
    }

    /// Throws if the file is a damaged database of this program.
    func requireSound() throws {
        guard case .database(ContactSchema.applicationID, _) = SQLiteFileHeader.read(path) else { return }
        try reportingErrors {
            do {
                let connection = try connection(.readWrite)
                let version = try connection.integer("PRAGMA user_version")
                // A newer version is reported on the next use.
                guard version <= ContactSchema.version else { return }
                try SchemaCheck(connection: connection, version: version).requireOwn()
                guard let reason = try StoreInspection(connection: connection).damages(limit: 1).first else { return }
                throw RepositoryError(.unreadableDatabase, RepositoryError.damage(of: path, reason))
            } catch let error as SQLiteError where !error.isCorruption && !error.isBusy {
                // A persistent error is reported on the next use.
            }
        }
    }

    func connection(_ mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
        try SQLiteConnection(path: path, mode: mode, busyLimit: busyLimit, interruption: interruption)
    }

    private func openReader() throws -> SQLiteConnection? {
        if let reader { return reader }
        guard try isOurs() else { return nil }
        let connection = try openReadOnly()
        let version = try checkedVersion(connection)
        guard version > 0 else { return nil }
        if version == ContactSchema.version {
            reader = connection
            return connection
        }
        // An older version is migrated first, which requires a writer.
        do {
            return try openWriter()
        } catch let error as SQLiteError where error.isOfPlace && !error.lacksDescriptors {
            let copy = try SQLiteConnection(path: ":memory:", mode: .readWrite, interruption: interruption)
            try connection.copy(to: copy)
            try ContactSchema.migrate(copy)
            reader = copy
            return copy
        }
    }

    private func openReadOnly() throws -> SQLiteConnection {
        do {
            let connection = try connection(.readOnly)
            _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
            return connection
        } catch let error as SQLiteError where error.needsRollback {
            // A process ended while it created the file; only a writer can use the journal that it left.
            _ = try connection(.readWrite).integer("SELECT count(*) FROM sqlite_schema")
            return try openReadOnly()
        } catch let error as SQLiteError
            where !error.isCorruption && !error.isBusy && !error.lacksDescriptors
        {
            // In a read-only folder or on a full disk, SQLite can't create its shared memory; nor can another process,
            // which would need it to write the file.
            var log = stat()
            let hasLog = stat(path + "-wal", &log) == 0 && log.st_size > 0
            let connection = try connection(hasLog ? .alone : .immutable)
            _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
            return connection
        }
    }

    private func openWriter() throws -> SQLiteConnection {
        if let writer { return writer }
        try requireNoBrokenLink()
        try DatabaseFile.create(path)
        _ = try isOurs()
        let connection = try connection(.readWrite)
        if try checkedVersion(connection) < ContactSchema.version { try ContactSchema.migrate(connection) }
        // After the migration, so that the application identifier is in the file's header, not only in its log.
        try useLog(connection)
        reader = nil
        writer = connection
        return connection
    }

    /// Switches to write-ahead logging, which lets readers continue while one connection writes.
    ///
    /// SQLite doesn't wait for another process that does the same, so this method does.
    private func useLog(_ connection: SQLiteConnection) throws {
        var attempts = 0
        while true {
            do {
                _ = try connection.text("PRAGMA journal_mode = WAL")
                return
            } catch let error as SQLiteError
                where error.isBusy && attempts < busyLimit / 100 && !interruption.isUnwanted
            {
                attempts += 1
                if attempts == 40 { interruption.noteWait() }
                usleep(UInt32.random(in: 1000...50_000))
            }
        }
    }

    /// Returns whether the file is a database of this program; throws for a file of another kind or program.
    private func isOurs() throws -> Bool {
        guard !path.isEmpty else {
            throw RepositoryError(.invalidConfiguration, "The path of the database is empty; give the path of a file.")
        }
        try requireNoBrokenLink()
        switch SQLiteFileHeader.read(path) {
        case .missing, .empty: return false
        case .database(ContactSchema.applicationID, _): return true
        case .database:
            throw RepositoryError(
                .unreadableDatabase,
                "The database “\(path)” belongs to another program and was left alone; give another path."
            )
        case .foreign:
            // A crash during creation leaves a journal, with which SQLite repairs the file.
            if access(path + "-journal", F_OK) == 0 { return true }
            throw RepositoryError(
                .unreadableDatabase,
                "“\(path)” is not a contacts database and was left alone; give another path."
            )
        case .unreadable(let code):
            throw RepositoryError(
                .inputOutput,
                SystemLimit.isOfDescriptors(code)
                    ? "The database “\(path)” cannot be opened: \(SystemLimit.descriptors)"
                    : "The database “\(path)” cannot be read: \(String(cString: strerror(code)))."
            )
        }
    }

    private func requireNoBrokenLink() throws {
        if let problem = DatabaseFile.problem(ofLink: path) { throw RepositoryError(.inputOutput, problem) }
    }

    private func checkedVersion(_ connection: SQLiteConnection) throws -> Int64 {
        let version = try connection.integer("PRAGMA user_version")
        guard version <= ContactSchema.version else {
            throw RepositoryError(
                .unreadableDatabase,
                "The database “\(path)” was written by a newer version of this program (format \(version), supported up to "
                    + "\(ContactSchema.version)); use that version, or give another path."
            )
        }
        try SchemaCheck(connection: connection, version: version).requireOwn()
        return version
    }

    private func checkWanted() throws {
        if interruption.isUnwanted { throw CancellationError() }
    }

    /// Runs `body`, and converts SQLite errors.
    func reportingErrors<Result>(
        damage: ((String) -> Result)? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            try checkWanted()
            return try body()
        } catch let error as SQLiteError {
            if error.isDamage, let damage { return damage(error.message) }
            if error.isInterruption { throw CancellationError() }
            if error.isBusy { try checkWanted() }
            throw RepositoryError(error, path: path)
        } catch let foreign as ForeignSchema {
            let subject = "\(foreign.part), which this program did not create"
            if let damage { return damage("it has \(subject)") }
            throw RepositoryError(
                .unreadableDatabase,
                "The database “\(path)” has \(subject), so it is not used. Run contacts doctor --fix, which saves what can "
                    + "be read to a new database and keeps this one."
            )
        } catch let record as UnreadableRecord {
            let subject = record.subject.prefix(1).uppercased() + record.subject.dropFirst()
            throw RepositoryError(.unreadableDatabase, "\(subject) cannot be read. \(UnreadableRecord.advice)")
        }
    }

    /// Returns the files of the database, including SQLite's companion files, that other users can read.
    func permissionProblems() -> [StoreProblem] {
        ["", "-wal", "-shm"].compactMap { suffix in
            var information = stat()
            guard stat(path + suffix, &information) == 0, information.st_mode & 0o077 != 0 else { return nil }
            return .permissions(path: path + suffix, mode: Int(information.st_mode & 0o777))
        }
    }

    /// Saves the readable data of a damaged database in a new one that replaces it; returns the new path of the damaged
    /// file, and the number of contacts in the new one.
    func salvage(at time: Date) throws -> (aside: String, saved: Int) {
        reader = nil
        writer = nil
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
            // Creates a link first, if the file system supports it, so that there is always a database.
            guard link(path, aside) == 0 || rename(path, aside) == 0, rename(partial, path) == 0 else {
                throw cannotMove()
            }
            // Flushes the names, too; a file system that can't do that is no reason to fail.
            try? DatabaseFile.flush(URL(fileURLWithPath: path).deletingLastPathComponent().path)
            return (aside, saved)
        }
    }

    private func copyReadable(to partial: String) throws -> Int {
        let target = try SQLiteConnection(path: partial, mode: .readWrite, interruption: interruption)
        try ContactSchema.migrate(target)
        let source: SQLiteConnection
        do {
            source = try connection(.salvage)
            // Prevents other processes from writing; a file too damaged to lock can't be written anyway.
            do {
                try source.execute("BEGIN IMMEDIATE")
            } catch let error as SQLiteError where !error.isBusy {}
        } catch let error as SQLiteError where error.isDamage {
            // Not even the schema can be read.
            return 0
        }
        return try StoreSalvage(source: source, target: target).run()
    }

    private func cannotMove() -> RepositoryError {
        RepositoryError(
            .inputOutput,
            "The database “\(path)” is damaged and cannot be renamed (\(String(cString: strerror(errno)))); "
                + "move it away by hand."
        )
    }

    /// Moves the unreadable records into a file that only the owner can read; without any, no file is created.
    func setAsideUnreadable(at time: Date) throws -> (file: String?, records: [UnreadableRecord]) {
        let isNeeded = try reading { try !StoreInspection(connection: $0).unreadable().isEmpty }
        guard isNeeded == true else { return (nil, []) }
        return try writing { connection in
            var repair = RecordRepair(connection: connection)
            let records = try repair.run()
            let file = freePath("unreadable", at: time) + ".jsonl"
            // Written before the transaction ends, so that what isn't in the file is still in the database.
            try DatabaseFile.create(file, with: repair.lines.map { $0 + "\n" }.joined())
            return (file, records)
        }
    }

    /// Returns an unused path next to the database.
    private func freePath(_ kind: String, at time: Date) -> String {
        let stamp = (UTCDate(milliseconds: time.milliseconds)?.timestamp ?? "unknown-date")
            .filter { $0 != ":" && $0 != "-" }
        return "\(path).\(kind)-\(stamp)".numbered { access($0, F_OK) != 0 && access($0 + ".jsonl", F_OK) != 0 }
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
        // Flushes the name, too; a file system that can't do that is no reason to fail.
        try? DatabaseFile.flush(URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }
}
