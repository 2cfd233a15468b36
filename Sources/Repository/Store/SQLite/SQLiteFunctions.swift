import CSQLite

/// The SQL functions of this program.
///
/// None is used in the schema, which other programs must be able to read.
enum SQLiteFunctions {
    private static let kind = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY

    /// Registers `folded(text)` on a connection.
    static func register(on connection: OpaquePointer) {
        sqlite3_create_function_v2(connection, "folded", 1, kind, nil, folded, nil, nil, nil)
    }

    /// The folded text (``FoldedText``).
    private static let folded: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
        context,
        _,
        arguments in
        guard let text = text(arguments?[0]) else { return sqlite3_result_null(context) }
        sqlite3_result_text(context, FoldedText.key(text), -1, SQLiteStatement.transient)
    }

    private static func text(_ value: OpaquePointer?) -> String? {
        guard let value, let start = sqlite3_value_text(value) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
