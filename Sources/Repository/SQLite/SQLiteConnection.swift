import CSQLite
import Primitives

/// A connection to a database file, used by one actor at a time.
///
/// Statements are interrupted when their task is cancelled. So are waits for other connections, which also have a time
/// limit.
package final class SQLiteConnection {
    /// The mode for opening a file; none of them creates it.
    package enum Mode {
        case readOnly
        case readWrite
        /// For salvaging what is readable from a damaged file; invalid schema entries are ignored.
        case salvage
        /// For a file with changes in its log, if SQLite can't create the memory that it shares with other processes;
        /// they are locked out.
        case alone
        /// For a file that no process can write, in a folder where SQLite can't create its files.
        case immutable
    }

    /// The default maximum wait for a locked database, in milliseconds.
    package static let busyLimit = 30_000

    private let handle: OpaquePointer
    let lockWait: LockWait
    /// The prepared statements that aren't in use, the most recently used last.
    ///
    /// A list instead of a hash table, because bulk work alternates between the same few statements at the end of the
    /// list, and comparing a text with itself is faster than hashing it.
    private var cache: [SQLiteStatement] = []
    private static let cacheCapacity = 64
    /// New rows of the transaction that aren't in the search index yet.
    var rowsToIndex: [Int64] = []

    /// Opens the file at the absolute path; a relative one could be parsed as a URI or a special name.
    ///
    /// `busyLimit` is in milliseconds. `interruption` interrupts waits and statements.
    package init(
        path: String,
        mode: Mode,
        busyLimit: Int = SQLiteConnection.busyLimit,
        interruption: Interruption = Interruption()
    ) throws {
        _ = SQLiteLibrary.isUncounted
        lockWait = LockWait(limit: busyLimit, interruption: interruption)
        var opened: OpaquePointer?
        let code =
            switch mode {
            case .readOnly: sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
            case .readWrite, .salvage, .alone:
                sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
            case .immutable:
                sqlite3_open_v2(
                    URL(filePath: path, directoryHint: .notDirectory).absoluteString + "?immutable=1",
                    &opened,
                    SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
                    nil
                )
            }
        guard let opened else { throw SQLiteError(extendedCode: code, message: "out of memory") }
        handle = opened
        guard code == SQLITE_OK else {
            let error = SQLiteError(
                extendedCode: sqlite3_extended_errcode(opened),
                message: String(cString: sqlite3_errmsg(opened)),
                systemCode: sqlite3_system_errno(opened)
            )
            sqlite3_close_v2(opened)
            throw error
        }
        sqlite3_extended_result_codes(handle, 1)
        // Registered first, because everything after it may encounter a lock. It is only called within statements of
        // this connection, during the lifetime of `lockWait`.
        let lockWait = Unmanaged.passUnretained(self.lockWait).toOpaque()
        sqlite3_busy_handler(
            handle,
            { lockWait, attempt in
                guard let lockWait else { return 0 }
                let known = Unmanaged<LockWait>.fromOpaque(lockWait).takeUnretainedValue()
                guard let sleep = known.sleep(before: Int(attempt)) else { return 0 }
                sqlite3_sleep(sleep)
                return 1
            },
            lockWait
        )
        // The handler runs in the task whose statement it may interrupt.
        sqlite3_progress_handler(
            handle,
            2000,
            { lockWait in
                guard let lockWait else { return 0 }
                return Unmanaged<LockWait>.fromOpaque(lockWait).takeUnretainedValue().isEnded ? 1 : 0
            },
            lockWait
        )
        for (option, value) in [
            (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_DEFENSIVE, mode == .salvage ? 0 : 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_WRITABLE_SCHEMA, mode == .salvage ? 1 : 0),
        ] as [(Int32, Int32)] {
            _ = csqlite_db_config_flag(handle, option, value)
        }
        // This must precede the first read of the file.
        if mode == .alone { try execute("PRAGMA locking_mode = EXCLUSIVE") }
        try execute(
            """
            PRAGMA page_size = \(Self.pageSize); PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON;
            PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY
            """
        )
        if mode == .readWrite { try execute("PRAGMA cache_size = -\(Self.writerCache)") }
    }

    /// The page size of a new file, in bytes; an existing file keeps its own.
    ///
    /// With SQLite's default of 4 KiB, storing a large page of people changes nearly every page of every index, and
    /// each costs two calls to write it to the log, one to read it back and one to write it to the file.
    private static let pageSize: Int64 = 8192

    /// The page cache of a writer, in KiB: most B-tree pages of 100,000 contacts, which change at random.
    private static let writerCache = 20_000

    deinit {
        cache = []
        sqlite3_close_v2(handle)
    }

    /// Executes statements without arguments, ignoring their rows.
    package func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: sql) }
    }

    /// Runs `body` with the statement and its arguments; the prepared statement is cached.
    package func withStatement<Result>(
        _ sql: String,
        _ arguments: [(any SQLiteArgument)?] = [],
        _ body: (SQLiteStatement) throws -> Result
    ) throws -> Result {
        let known = cache.lastIndex { $0.sql == sql }.map { cache.remove(at: $0) }
        let statement = try known ?? SQLiteStatement(sql, database: handle)
        defer {
            statement.clear()
            cache.append(statement)
            if cache.count > Self.cacheCapacity { cache.removeFirst() }
        }
        try statement.bind(arguments)
        return try body(statement)
    }

    /// Executes a statement with the arguments, ignoring its rows.
    package func run(_ sql: String, _ arguments: (any SQLiteArgument)?...) throws { try run(sql, arguments) }

    func run(_ sql: String, _ arguments: [(any SQLiteArgument)?]) throws {
        try withStatement(sql, arguments) { try $0.run() }
    }

    package func rows<Value>(
        _ sql: String,
        _ arguments: [(any SQLiteArgument)?] = [],
        read: (SQLiteStatement) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEach(sql, arguments) { values.append(try read($0)) }
        return values
    }

    func forEach(
        _ sql: String,
        _ arguments: [(any SQLiteArgument)?] = [],
        _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try withStatement(sql, arguments) { row in
            while try row.step() { try body(row) }
        }
    }

    /// Returns the result of `read` for the first row; `nil` if there are no rows.
    package func first<Value>(
        _ sql: String,
        _ arguments: (any SQLiteArgument)?...,
        read: (SQLiteStatement) throws -> Value?
    ) throws -> Value? {
        try withStatement(sql, arguments) { try $0.step() ? try read($0) : nil }
    }

    package func exists(_ sql: String, _ arguments: (any SQLiteArgument)?...) throws -> Bool {
        try withStatement(sql, arguments) { try $0.step() }
    }

    /// Returns the number in the first column of the first row; 0 if there are no rows.
    package func integer(_ sql: String) throws -> Int64 { try first(sql) { $0.integer(0) } ?? 0 }

    package func text(_ sql: String) throws -> String? { try first(sql) { $0.text(0) } }

    /// Runs `body` in a write transaction, which is rolled back if it throws or the work should stop.
    ///
    /// It acquires the write lock at its start: a transaction that begins as a reader can fail at its first write, and
    /// waiting wouldn't help then.
    package func write<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction("BEGIN IMMEDIATE") {
            if lockWait.isEnded { throw CancellationError() }
            let result = try body()
            if lockWait.isEnded { throw CancellationError() }
            return result
        }
    }

    /// Runs `body` in a read transaction, on a single snapshot of the database.
    package func read<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction("BEGIN", body)
    }

    /// Runs `body` with permission to write to the schema and to the internal tables of virtual tables.
    func withWritableSchema(_ body: () throws -> Void) throws {
        func allow(_ isAllowed: Bool) {
            _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, isAllowed ? 0 : 1)
            _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_WRITABLE_SCHEMA, isAllowed ? 1 : 0)
        }
        allow(true)
        defer { allow(false) }
        try body()
    }

    package func copy(to other: SQLiteConnection) throws {
        guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
            throw other.error(sqlite3_errcode(other.handle))
        }
        var code = SQLITE_OK
        while code == SQLITE_OK, !Task.isCancelled { code = sqlite3_backup_step(backup, 1000) }
        sqlite3_backup_finish(backup)
        try Task.checkCancellation()
        guard code == SQLITE_DONE else { throw other.error(code) }
    }

    package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    private func transaction<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
        try execute(begin)
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // After some failures, SQLite has already rolled back.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    private func error(_ code: Int32, sql: String? = nil) -> SQLiteError {
        SQLiteError(
            extendedCode: code,
            message: String(cString: sqlite3_errmsg(handle)),
            sql: sql,
            systemCode: sqlite3_system_errno(handle)
        )
    }
}

/// The process's SQLite library.
public enum SQLiteLibrary: Sendable {
    /// Disables SQLite's memory statistics on first access, because they require a lock for every allocation.
    ///
    /// It must be accessed before any other function of the library. The statistics aren't used.
    static let isUncounted = csqlite_leave_memory_uncounted() == SQLITE_OK

    /// The library's version, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}

/// A migration of the database to a version, which becomes its `user_version`.
package struct SQLiteMigration: Sendable {
    package let version: Int64
    private let body: @Sendable (SQLiteConnection) throws -> Void

    package init(_ version: Int64, _ body: @escaping @Sendable (SQLiteConnection) throws -> Void) {
        self.version = version
        self.body = body
    }

    package init(_ version: Int64, sql: String) {
        self.init(version) { try $0.execute(sql) }
    }

    /// Runs the migrations that the database hasn't had yet, in one transaction.
    ///
    /// If two processes migrate at once, the second waits for the first and then finds nothing left to do.
    package static func migrate(_ connection: SQLiteConnection, applicationID: Int64, steps: [Self]) throws {
        try connection.write {
            let version = try connection.integer("PRAGMA user_version")
            for step in steps where step.version > version {
                try step.body(connection)
                try connection.execute("PRAGMA user_version = \(step.version)")
            }
            try connection.execute("PRAGMA application_id = \(applicationID)")
        }
    }
}

/// A SQLite error, with its message and SQL, but never the arguments.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    package let extendedCode: Int32
    package let message: String
    /// The SQL that failed, without its arguments.
    package var sql: String?
    /// The system's error number if a file couldn't be opened, read or written; otherwise 0.
    package var systemCode: Int32 = 0

    package var code: Int32 { extendedCode & 0xFF }

    package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

    package var isOutOfMemory: Bool { code == SQLITE_NOMEM }

    /// The file is damaged or isn't a database.
    package var isCorruption: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

    /// The tables or columns aren't those of this program's database, or contain invalid values.
    package var isForeignSchema: Bool {
        switch code {
        case SQLITE_MISMATCH, SQLITE_SCHEMA: true
        case SQLITE_ERROR:
            ["no such table", "no such column", "has no column", "malformed", "vtable constructor failed"]
                .contains { message.contains($0) }
        default: false
        }
    }

    /// The cause is the file's content, not its location, a lock or this program.
    var isDamage: Bool {
        isCorruption || isForeignSchema || extendedCode == Self.shortRead
            || [SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_TOOBIG].contains(code)
    }

    /// The location can't be written to: the disk is full, or the file or folder is write-protected.
    var isOfPlace: Bool { [SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(code) }

    /// `SQLITE_IOERR_SHORT_READ`, a macro that Swift can't import: the file ends prematurely.
    private static let shortRead = SQLITE_IOERR | 2 << 8

    /// `SQLITE_READONLY_ROLLBACK`, a macro that Swift can't import: a journal has to be rolled back before reading.
    var needsRollback: Bool { extendedCode == SQLITE_READONLY | 3 << 8 }

    var lacksDescriptors: Bool { SystemLimit.isOfDescriptors(systemCode) }

    /// The statement was interrupted because its task was cancelled.
    package var isInterruption: Bool { code == SQLITE_INTERRUPT }

    package var description: String {
        "SQLite error \(extendedCode): \(message)" + (sql.map { " in “\($0)”" } ?? "")
    }
}

extension RepositoryError {
    /// Converts a SQLite error to a message for the user.
    package init(_ error: SQLiteError, path: String) {
        switch error.code {
        case _ where error.lacksDescriptors:
            self.init(.inputOutput, "The database “\(path)” cannot be opened: \(SystemLimit.descriptors)")
        case _ where error.isForeignSchema || error.isCorruption:
            self.init(.unreadableDatabase, Self.damage(of: path, error.message))
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(.databaseBusy, "Another process locked the database “\(path)” for too long; try again.")
        case SQLITE_FULL,
            _ where error.code == SQLITE_IOERR && error.systemCode == ENOSPC:
            self.init(.inputOutput, "The disk with the database “\(path)” is full. Free some space, and try again.")
        case SQLITE_READONLY:
            self.init(.inputOutput, "The database “\(path)” cannot be written; check its and its folder's permissions.")
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
            self.init(.inputOutput, "The database “\(path)” cannot be opened; check its and its folder's permissions.")
        case SQLITE_IOERR:
            self.init(.inputOutput, "The database “\(path)” cannot be read or written (\(error.message)).")
        case SQLITE_NOMEM: self.init(.internal, "There was not enough memory for the database “\(path)”.")
        default:
            self.init(
                .internal,
                "A database operation on “\(path)” failed because of a bug in the program: \(error)."
            )
        }
    }

    /// Returns the message for a damaged database.
    static func damage(of path: String, _ reason: String) -> String {
        "The database “\(path)” is damaged (\(reason)). Run contacts doctor --fix, which saves what can be read."
    }
}

/// System limits, which aren't a matter of permissions.
package enum SystemLimit {
    /// The message if no file descriptor is left.
    package static let descriptors = "too many open files. Close other programs, or raise the limit with ulimit -n."

    /// Whether the error number means that the process or the system has run out of file descriptors.
    package static func isOfDescriptors(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }
}
