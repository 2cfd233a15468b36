import CSQLite

/// A prepared statement of a connection, which it must not outlive.
package final class SQLiteStatement {
    /// Makes SQLite copy a text, because the bytes of a Swift string don't outlive the call.
    ///
    /// The cast replaces the constant `SQLITE_TRANSIENT` in SQLite's header, a macro that Swift can't import; SQLite
    /// compares the pointer and never calls it.
    static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let handle: OpaquePointer
    /// The SQL, for error messages.
    package let sql: String

    init(_ sql: String, database: OpaquePointer) throws {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw SQLiteError(extendedCode: code, message: String(cString: sqlite3_errmsg(database)), sql: sql)
        }
        handle = prepared
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds the arguments, starting with the first parameter.
    func bind(_ arguments: [(any SQLiteArgument)?]) throws {
        for (index, argument) in arguments.enumerated() { try bind(argument, at: Int32(index) + 1) }
    }

    /// Binds the argument at `index`, from 1.
    package func bind(_ argument: (any SQLiteArgument)?, at index: Int32) throws {
        try check(argument?.bind(to: handle, at: index) ?? sqlite3_bind_null(handle, index))
    }

    /// Binds the value in the column (from 0) of another statement's row, whatever its type, at `index`.
    func bind(column: Int32, of row: SQLiteStatement, at index: Int32) throws {
        try check(sqlite3_bind_value(handle, index, sqlite3_column_value(row.handle, column)))
    }

    /// Advances to the next row; returns `false` if there isn't one.
    package func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    /// Runs the statement to completion, ignoring its rows.
    package func run() throws {
        while try step() {}
    }

    /// Returns the text in the column, from 0; `nil` for NULL.
    package func text(_ column: Int32) -> String? {
        withBytes(column) { $0.baseAddress == nil ? nil : String(decoding: $0, as: UTF8.self) }
    }

    /// Runs `body` on the bytes of the text in the column, from 0; NULL is an empty buffer without an address.
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Get the address first, because that may convert the value and change its length.
        let start = sqlite3_column_text(handle, column)
        return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Returns the bytes of the blob in the column, from 0; `nil` for NULL.
    package func blob(_ column: Int32) -> [UInt8]? {
        guard !isNull(column) else { return nil }
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Returns the number in the column, from 0; 0 for NULL.
    package func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// Returns whether the column, from 0, is NULL.
    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func clear() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> SQLiteError {
        let database = sqlite3_db_handle(handle)
        return SQLiteError(
            extendedCode: code,
            message: String(cString: sqlite3_errmsg(database)),
            sql: sql,
            systemCode: sqlite3_system_errno(database)
        )
    }
}

/// A value that can be passed to a statement.
package protocol SQLiteArgument: Sendable {
    /// Binds the value at `index`, from 1, and returns the result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension String: SQLiteArgument {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            // An empty buffer may have no address, in which case SQLite would bind NULL.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_text(statement, index, "", 0, SQLiteStatement.transient)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text(statement, index, $0, Int32(clamping: bytes.count), SQLiteStatement.transient)
            }
        }
    }
}

extension SQLiteArgument where Self: BinaryInteger {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, Int64(self))
    }
}

extension Int64: SQLiteArgument {}
extension Int: SQLiteArgument {}

extension [UInt8]: SQLiteArgument {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBytes { bytes in
            // Without an address, SQLite would bind NULL.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_zeroblob(statement, index, 0)
            }
            return sqlite3_bind_blob(statement, index, start, Int32(clamping: bytes.count), SQLiteStatement.transient)
        }
    }
}
