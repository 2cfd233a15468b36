import CSQLite

/// A connection to a SQLite database, used by one thread at a time.
///
/// Unchecked, with this proof: a session uses it inside its transactions only, which exclude each other.
final class SQLite: @unchecked Sendable {
    /// A value of a row or a parameter.
    enum Value: Sendable {
        case null
        case integer(Int64)
        case text(String)
        case blob([UInt8])

        init(_ value: Int64?) { self = value.map(Value.integer) ?? .null }
        init(_ value: String?) { self = value.map(Value.text) ?? .null }
        init(_ value: [UInt8]?) { self = value.map(Value.blob) ?? .null }
    }

    /// A row that a statement returned.
    struct Row: Sendable {
        let values: [Value]

        func integer(_ column: Int) -> Int64? { if case .integer(let value) = values[column] { value } else { nil } }
        func text(_ column: Int) -> String? { if case .text(let value) = values[column] { value } else { nil } }
        func bytes(_ column: Int) -> [UInt8]? { if case .blob(let value) = values[column] { value } else { nil } }
    }

    private let handle: OpaquePointer
    private let path: String
    private var statements: [String: OpaquePointer] = [:]

    /// Opens the database in a file, or in memory for `:memory:`.
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

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// The number of the row that was inserted last.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs a statement, which is prepared once.
    @discardableResult
    func run(_ sql: String, _ parameters: Value...) throws -> [Row] {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        for (index, parameter) in parameters.enumerated() { try bind(parameter, Int32(index + 1), statement) }
        var rows: [Row] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw failure(code) }
            rows.append(Row(values: (0..<sqlite3_column_count(statement)).map { value($0, statement) }))
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

    private func bind(_ value: Value, _ index: Int32, _ statement: OpaquePointer) throws {
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

    private func value(_ column: Int32, _ statement: OpaquePointer) -> Value {
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

    /// Whether the file can only be read.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
}
