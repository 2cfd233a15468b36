import CSQLite

/// One connection to a database file, for one actor at a time.
///
/// Statements stop when the task that runs them is cancelled. Waits for other connections take at most the time
/// given, and end with the task too.
package final class SQLiteConnection {
    /// How a file is opened; none of the modes creates it.
    package enum Mode {
        case readOnly
        case readWrite
        /// For a file that nobody can write, in a folder where SQLite cannot put its files.
        case immutable
    }

    /// How long a locked database is waited for when nobody says otherwise, in milliseconds.
    package static let busyLimit = 30_000

    private let handle: OpaquePointer
    private let cache = SQLiteStatementCache()
    private var pageSize: Int64 = 0
    private var loggedPages: Int64 = 0

    /// Opens the file at the path, which must be absolute: a relative one could be taken for a URI or a special name.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - mode: What the connection is for.
    ///   - busyLimit: How long a locked database is waited for, in milliseconds.
    /// - Throws: ``SQLiteError`` when the file cannot be opened.
    package init(path: String, mode: Mode, busyLimit: Int = SQLiteConnection.busyLimit) throws {
        _ = SQLiteLibrary.isUncounted
        var opened: OpaquePointer?
        let code =
            switch mode {
            case .readOnly: sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
            case .readWrite: sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
            case .immutable:
                sqlite3_open_v2(
                    "file:" + Self.escaped(path) + "?immutable=1",
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
                message: String(cString: sqlite3_errmsg(opened))
            )
            sqlite3_close_v2(opened)
            throw error
        }
        sqlite3_extended_result_codes(handle, 1)
        // The waits come first: everything after them may meet a lock.
        // The limit itself travels in the place of a pointer, which nobody follows.
        sqlite3_busy_handler(
            handle,
            { limit, count in SQLiteConnection.waitForLock(count, limit: Int(bitPattern: limit)) },
            UnsafeMutableRawPointer(bitPattern: busyLimit)
        )
        // The handler runs on the thread, and so in the task, of the statement that it may stop.
        sqlite3_progress_handler(handle, 2000, { _ in Task.isCancelled ? 1 : 0 }, nil)
        for (option, value) in [
            (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DEFENSIVE, 1),
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
        ] as [(Int32, Int32)] {
            _ = csqlite_db_config_flag(handle, option, value)
        }
        SQLiteFunctions.register(on: handle)
        try execute(
            """
            PRAGMA page_size = \(Self.pageSize); PRAGMA synchronous = NORMAL; PRAGMA cell_size_check = ON;
            PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY
            """
        )
        // The file may have pages of another size than a new one gets.
        let pageSize = try integer("PRAGMA page_size")
        self.pageSize = pageSize
        countLog()
        let cache =
            mode == .readWrite
            ? Self.writerCache
            : max(Self.readerCache, try integer("PRAGMA page_count") * pageSize / Self.innerPart)
        try execute("PRAGMA cache_size = -\(cache / 1024)")
    }

    /// The bytes of a page in a new file.
    ///
    /// With 4 KiB, SQLite's own, a large page of people changes nearly every page of every index, and each takes two calls
    /// to write it to the log, one to read it again and one to write it to the file.
    private static let pageSize: Int64 = 8192

    /// The bytes of pages that a writer keeps: most of the trees of 100,000 contacts, which change all over.
    private static let writerCache: Int64 = 20_480_000

    /// The bytes of pages that a reader keeps at least, and the part of a large file that it keeps: the inner pages of the
    /// trees, of which there is one for some hundred.
    private static let (readerCache, innerPart): (Int64, Int64) = (512_000, 200)

    deinit {
        cache.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs statements without arguments, rows passed over.
    package func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: sql) }
    }

    /// Runs `body` with the statement, which is prepared once and kept.
    package func withStatement<Result>(
        _ sql: String,
        _ body: (borrowing SQLiteStatement) throws -> Result
    ) throws -> Result {
        let entry = try cache.take(sql) ?? SQLiteStatementCache.Entry(SQLiteStatement(sql, database: handle))
        defer { cache.give(entry) }
        return try body(entry.statement)
    }

    /// The number in the first column of the first row; 0 when there is none.
    package func integer(_ sql: String) throws -> Int64 {
        try withStatement(sql) { try $0.step() ? $0.integer(0) : 0 }
    }

    /// The text in the first column of the first row.
    package func text(_ sql: String) throws -> String? {
        try withStatement(sql) { try $0.step() ? $0.text(0) : nil }
    }

    /// Runs `body` in a transaction that may write from its beginning on; nothing of it stays when it fails.
    ///
    /// A transaction that begins by reading could meet another writer when it comes to write, which no waiting mends.
    package func write<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction("BEGIN IMMEDIATE", body)
    }

    /// Runs `body` on one state of the database.
    package func read<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction("BEGIN", body)
    }

    /// Makes the other database a copy of this one, as it is now.
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

    /// The row that was inserted last.
    package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The rows that the last statement changed.
    package var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The bytes that the log had when this connection last wrote something.
    ///
    /// SQLite itself writes a log of 1,000 pages or more back, in the transaction that comes upon it. No connection does
    /// that here: who writes sees to it, with ``checkpoint()``.
    package var loggedBytes: Int64 { loggedPages * pageSize }

    /// Writes the log back into the file, as far as nobody reads an older state; others may write meanwhile.
    ///
    /// - Throws: ``SQLiteError`` at once, when another connection is writing the log back.
    package func checkpoint() throws {
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func countLog() {
        // Called within statements of this connection only, and so while it is there.
        let this = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            handle,
            { this, _, _, pages in
                if let this {
                    Unmanaged<SQLiteConnection>.fromOpaque(this).takeUnretainedValue().loggedPages = Int64(pages)
                }
                return SQLITE_OK
            },
            this
        )
    }

    private func transaction<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
        try execute(begin)
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some failures have ended the transaction already; then there is nothing to roll back.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    private func error(_ code: Int32, sql: String? = nil) -> SQLiteError {
        SQLiteError(extendedCode: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }

    /// Waits a little longer each time, by chance, so that two who wait do not meet again.
    private static func waitForLock(_ count: Int32, limit: Int) -> Int32 {
        let longest = min(Int(count) + 1, 25) * 4
        // The waits are about half the longest on average, which makes the limit good enough.
        let waited = (0..<Int(count)).reduce(0) { $0 + min($1 + 1, 25) * 2 }
        guard waited < limit, !Task.isCancelled else { return 0 }
        sqlite3_sleep(Int32.random(in: 1...Int32(longest)))
        return 1
    }

    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case 65...90, 97...122, 48...57, 45, 46, 47, 95, 126: String(Unicode.Scalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }
}

/// Prepared statements by their SQL; the one unused for the longest time goes first.
///
/// A list, not a table: work in bulk uses the same few statements in turn, which are at its end, and comparing a text with
/// itself takes less time than hashing it.
final class SQLiteStatementCache {
    final class Entry {
        let statement: SQLiteStatement

        init(_ statement: consuming SQLiteStatement) {
            self.statement = statement
        }
    }

    private let capacity: Int
    /// The one used last is the last.
    private var entries: [Entry] = []

    init(capacity: Int = 64) {
        self.capacity = capacity
    }

    /// Hands out the statement, which is no longer here until it is given back.
    func take(_ sql: String) -> Entry? {
        entries.lastIndex { $0.statement.sql == sql }.map { entries.remove(at: $0) }
    }

    /// Takes the statement back.
    func give(_ entry: Entry) {
        entry.statement.clear()
        entries.append(entry)
        if entries.count > capacity { entries.removeFirst() }
    }

    /// Finalises every statement that is here.
    func removeAll() {
        entries.removeAll()
    }
}

/// The database library that the program runs with.
public enum SQLiteLibrary: Sendable {
    /// Whether the library counts no memory, for which it would lock and unlock with every block; asking sees to it.
    ///
    /// It must be asked before anything else of the library is used; nobody reads the count.
    static let isUncounted = csqlite_leave_memory_uncounted() == SQLITE_OK

    /// Its version, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}
