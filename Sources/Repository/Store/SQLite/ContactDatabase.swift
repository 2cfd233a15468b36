import Primitives

/// The database file of the contacts, opened on first use and created on the first write.
///
/// Owned by one actor. A file that is no database, of another program or of a newer version is refused before SQLite
/// changes it; only ``salvage(at:)`` replaces a file.
final class ContactDatabase {
    /// The absolute path of the file, which a link at its place leads to.
    let path: String
    private var reader: SQLiteConnection? {
        didSet { own += 1 }
    }
    private var writer: SQLiteConnection? {
        didSet { own += 1 }
    }
    /// How long to wait for another process that is writing, in milliseconds.
    private let busyLimit: Int
    let interruption: Interruption
    /// Counts write transactions, and connections opened and closed.
    private var own: Int64 = 0

    /// How long closing waits for others, in milliseconds: what it does then is optional.
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

    /// Runs `body` in a read transaction; `nil` when there is no database yet.
    ///
    /// If the file is damaged, the result is that of `damage`, which gets the reason; without `damage` it is an error.
    func reading<Result>(
        damage: ((String) -> Result)? = nil,
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
        if let writer {
            // Optional: the data is safe without either, and another process may hold a lock for long.
            writer.patience.limit = Self.closingLimit
            try? writer.execute("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        writer = nil
    }

    /// Throws when the file is a database of this program that is damaged.
    func requireSound() throws {
        guard SQLiteFileHeader.read(path) == .database(applicationID: ContactSchema.applicationID) else { return }
        do {
            let connection = try connection(.readWrite)
            let version = try connection.integer("PRAGMA user_version")
            // A newer version is reported by the next use.
            guard version <= ContactSchema.version else { return }
            try SchemaCheck(connection: connection, version: version).requireOwn()
            guard let reason = try StoreInspection(connection: connection).damages(limit: 1).first else { return }
            throw RepositoryError(.unreadableDatabase, RepositoryError.damage(of: path, reason))
        } catch let error as SQLiteError where error.isCorruption || error.isBusy {
            if error.isBusy { try checkWanted() }
            throw RepositoryError(error, path: path)
        } catch let foreign as ForeignSchema {
            throw RepositoryError(foreign, path: path)
        } catch is SQLiteError {
            // An error that persists is reported by the next use.
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
        // An older version is migrated first, which needs a writer.
        do {
            return try openWriter()
        } catch let error as SQLiteError where error.isOfPlace && !error.lacksDescriptors {
            let copy = try SQLiteConnection(path: ":memory:", mode: .readWrite, interruption: interruption)
            try connection.copy(to: copy)
            try migrate(copy)
            reader = copy
            return copy
        }
    }

    private func openReadOnly() throws -> SQLiteConnection {
        do {
            let connection = try connection(.readOnly)
            _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
            return connection
        } catch let error as SQLiteError
            where !error.isCorruption && !error.isBusy && !error.lacksDescriptors
        {
            // In a read-only folder or on a full disk SQLite cannot create its shared memory; nor can another process, which
            // would have to before it writes the file.
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
        if try checkedVersion(connection) < ContactSchema.version { try migrate(connection) }
        // After the migration, so that the header of the file itself, not only of its log, has the application identifier.
        try useLog(connection)
        reader = nil
        writer = connection
        return connection
    }

    private func migrate(_ connection: SQLiteConnection) throws {
        try SQLiteMigration.migrate(
            connection,
            applicationID: ContactSchema.applicationID,
            steps: ContactSchema.migrations
        )
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
            } catch let error as SQLiteError
                where error.isBusy && attempts < busyLimit / 100 && !interruption.isUnwanted
            {
                attempts += 1
                if attempts == 40 { interruption.noteWait() }
                usleep(UInt32.random(in: 1000...50_000))
            }
        }
    }

    /// Whether the file is a database of this program; throws for a file of another kind or program.
    private func isOurs() throws -> Bool {
        guard !path.isEmpty else {
            throw RepositoryError(.invalidConfiguration, "The database's path is empty; give the path of a file.")
        }
        try requireNoBrokenLink()
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
                "The database “\(path)” was written by a newer version of this program (format \(version), known up to "
                    + "\(ContactSchema.version)); use that version, or give another path."
            )
        }
        try SchemaCheck(connection: connection, version: version).requireOwn()
        return version
    }

    private func checkWanted() throws {
        if interruption.isUnwanted { throw CancellationError() }
    }

    /// Runs `body`, and converts the errors of SQLite.
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
            if let damage { return damage("it has \(foreign.part), which this program did not make") }
            throw RepositoryError(foreign, path: path)
        } catch let record as UnreadableRecord {
            throw RepositoryError(record)
        }
    }

    /// The files of the database, SQLite's beside it included, that users other than the owner may read.
    func permissionProblems() -> [StoreProblem] {
        ["", "-wal", "-shm"].compactMap { suffix in
            var information = stat()
            guard stat(path + suffix, &information) == 0, information.st_mode & 0o077 != 0 else { return nil }
            return .permissions(path: path + suffix, mode: Int(information.st_mode & 0o777))
        }
    }

    /// Saves what can be read of a damaged database in a new one, which takes its place; returns the new path of the
    /// damaged file, and the number of contacts in the new one.
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
        try migrate(target)
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

    /// Takes out the records that cannot be read, into a file that only the owner can read; there is none without any.
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
        // Flushes the name, too; some file systems cannot, which is no reason to fail.
        try? DatabaseFile.flush(URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }
}
