import CSQLite

/// A prepared statement, finalised with its owner.
package struct SQLiteStatement: ~Copyable {
    /// SQLite copies what it is given: the bytes of a Swift text do not outlive the call.
    ///
    /// The cast is the constant `SQLITE_TRANSIENT` of SQLite's header, a macro that Swift cannot import; SQLite compares the
    /// pointer and never calls it.
    static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let handle: OpaquePointer
    /// The SQL, for messages.
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

    /// Sets the argument at `index`, from 1.
    package func bind(_ text: String?, at index: Int32) throws {
        guard var text else { return try check(sqlite3_bind_null(handle, index)) }
        let code = text.withUTF8 { bytes in
            // An empty buffer may have no address, which SQLite would take for NULL.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_text(handle, index, "", 0, Self.transient)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text(handle, index, $0, Int32(clamping: bytes.count), Self.transient)
            }
        }
        try check(code)
    }

    /// Sets the argument at `index`, from 1.
    package func bind(_ number: Int64?, at index: Int32) throws {
        try check(number.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index))
    }

    /// Sets the texts, from the place `first` on, as the arguments from `index` on, and runs to the end.
    ///
    /// The texts are not copied; afterwards all arguments are forgotten.
    func run(_ texts: PackedTexts, from first: Int, at index: Int32) throws {
        defer { sqlite3_clear_bindings(handle) }
        try texts.withBytes(from: first) { place, text in
            let argument = index + Int32(place - first)
            guard let text else { return try check(sqlite3_bind_null(handle, argument)) }
            let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
            // Without a destructor, SQLite takes the bytes for constant.
            try check(sqlite3_bind_text(handle, argument, start, Int32(clamping: text.count), nil))
        } then: {
            try run()
        }
    }

    /// Goes on to the next row; `false` when there is none.
    package func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    /// Runs to the end, passing over rows.
    package func run() throws {
        while try step() {}
    }

    /// The text in the column, from 0; `nil` when it is NULL.
    package func text(_ column: Int32) -> String? {
        withBytes(column) { $0.baseAddress == nil ? nil : String(decoding: $0, as: UTF8.self) }
    }

    /// Runs `body` on the bytes of the text in the column, from 0; of NULL there are none, without an address.
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(Self.bytes(handle, column))
    }

    /// The bytes of the text in the column of the statement's row, until it steps on; of NULL there are none, without an
    /// address.
    ///
    /// The value is looked up once, not for its address and its length. SQLite calls that not threadsafe; a connection is
    /// used by one thread at a time (https://sqlite.org/c3ref/column_blob.html).
    static func bytes(_ statement: OpaquePointer, _ column: Int32) -> UnsafeBufferPointer<UInt8> {
        let value = sqlite3_column_value(statement, column)
        // The address comes first: asking for it may convert what is there.
        let start = sqlite3_value_text(value)
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    /// The texts of the columns, numbered from 0.
    func texts(_ columns: Range<Int32>) -> PackedTexts { PackedTexts(handle, columns) }

    /// The number in the column, from 0; 0 when it is NULL.
    package func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// Whether the column, from 0, is NULL.
    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Makes the statement ready to run again, arguments kept.
    package func rewind() {
        // Its code repeats that of the last step, which was checked then.
        sqlite3_reset(handle)
    }

    /// Makes the statement ready for the next user, arguments forgotten.
    func clear() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(extendedCode: code, message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))), sql: sql)
    }
}
