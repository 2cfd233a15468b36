import CSQLite
import Synchronization

/// A connection to a SQLite database; the sessions of a database in memory share one.
///
/// Unchecked, with this proof: sessions use it only inside their transactions, which exclude each other.
final class SQLite: StoreDatabase, @unchecked Sendable {
    /// The value that marks our databases in `application_id`: “BlDu”.
    private static let applicationID: Int64 = 0x426C_4475

    /// Called when the session ends.
    var whenClosed: () -> Void = {}
    private let turn = Mutex<Void>(())
    private let handle: OpaquePointer
    private let path: String
    private var statements: [String: OpaquePointer] = [:]
    private var dataVersion: Int64 = -1

    /// Opens the database in a file, or in memory if the path is `:memory:`.
    init(_ path: String, creates: Bool) throws {
        self.path = path
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (creates ? SQLITE_OPEN_CREATE : 0)
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else { throw DurableError(.storeFailed, "“\(path)”: out of memory.") }
        handle = opened
        guard code == SQLITE_OK else { throw failure(code) }
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    func setUp(_ tables: [String], version: Int64) throws {
        try turn.withLock { _ in try create(tables, version) }
    }

    private func create(_ tables: [String], _ version: Int64) throws {
        guard sqlite3_db_readonly(handle, "main") != 1 else {
            throw DurableError(.storeFailed, "“\(path)” is read-only.")
        }
        let id = try number("PRAGMA application_id")
        if id != Self.applicationID, try number("SELECT count(*) FROM sqlite_schema") > 0 {
            throw DurableError(.foreignStore, "“\(path)” belongs to another program; choose another file.")
        }
        let stored = try number("PRAGMA user_version")
        guard stored <= version else { throw DurableError.newerTables(path, stored, known: version) }
        try run("PRAGMA journal_mode=WAL")
        try run("PRAGMA synchronous=FULL")
        try atomically {
            for table in tables { try run(table) }
            try run("PRAGMA application_id=\(Self.applicationID)")
            try run("PRAGMA user_version=\(version)")
        }
    }

    func transaction(takesTurn: Bool, _ body: () throws -> Void) throws {
        try turn.withLock { _ in try atomically(body) }
    }

    private func atomically(_ body: () throws -> Void) throws {
        try run("BEGIN IMMEDIATE")
        do {
            try body()
            try run("COMMIT")
        } catch {
            // Fails if SQLite has already rolled back, for example because the disk is full.
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    func post(_ sql: String, _ parameters: [any Storable], changesOne: Bool) throws {
        _ = try run(sql, parameters)
        if changesOne, sqlite3_changes(handle) != 1 { throw TakenOver() }
    }

    func hasNews() -> Bool {
        // The version doesn't change with commits of this connection, which all hosts of a database in memory share.
        if path == ":memory:" { return true }
        guard let version = try? number("PRAGMA data_version") else { return false }
        return exchange(&dataVersion, with: version) != version
    }

    func close() { whenClosed() }

    func run(_ sql: String, _ parameters: [any Storable]) throws -> [StoreRow] {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        for (index, parameter) in parameters.enumerated() { try bind(parameter.stored, Int32(index + 1), statement) }
        var rows: [StoreRow] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw failure(code) }
            rows.append(StoreRow((0..<sqlite3_column_count(statement)).map { value($0, statement) }))
        }
    }

    private func prepared(_ sql: String) throws -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw failure(code) }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: StoreValue, _ index: Int32, _ statement: OpaquePointer) throws {
        // SQLite copies the bytes.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let value): sqlite3_bind_int64(statement, index, value)
            case .text(let value): sqlite3_bind_text(statement, index, value, -1, transient)
            case .blob(let value): sqlite3_bind_blob(statement, index, value, Int32(value.count), transient)
            }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func value(_ column: Int32, _ statement: OpaquePointer) -> StoreValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT: return .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
        case SQLITE_BLOB:
            let bytes = UnsafeRawBufferPointer(
                start: sqlite3_column_blob(statement, column),
                count: Int(sqlite3_column_bytes(statement, column))
            )
            return .blob(Array(bytes))
        default: return .null
        }
    }

    private func failure(_ code: Int32) -> DurableError {
        let reason = String(cString: sqlite3_errmsg(handle))
        guard code & 0xFF != SQLITE_NOTADB else {
            return DurableError(.foreignStore, "“\(path)” isn't a store of durable blocs; choose another file.")
        }
        return DurableError(.storeFailed, "“\(path)”: \(reason).")
    }
}
