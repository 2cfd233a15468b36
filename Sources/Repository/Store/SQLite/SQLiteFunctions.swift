import CSQLite

/// The SQL functions of this program.
///
/// None is used in the schema, which other programs must be able to read.
enum SQLiteFunctions {
    private static let kind = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY

    /// Registers `folded(text)`, `initials(key, text)` and `with_prefix_tokens(text)` on a connection.
    static func register(on connection: OpaquePointer) {
        sqlite3_create_function_v2(connection, "folded", 1, kind, nil, folded, nil, nil, nil)
        sqlite3_create_function_v2(connection, "initials", 2, kind, nil, initials, nil, nil, nil)
        sqlite3_create_function_v2(connection, "with_prefix_tokens", 1, kind, nil, withPrefixTokens, nil, nil, nil)
    }

    /// The folded text (``FoldedText``).
    private static let folded: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
        context,
        _,
        arguments in
        guard let text = text(arguments?[0]) else { return sqlite3_result_null(context) }
        sqlite3_result_text(context, FoldedText.key(text), -1, SQLiteStatement.transient)
    }

    /// Prefixes of the words a contact is indexed under (``WordPrefixMask``).
    private static let initials: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void =
        {
            context,
            _,
            arguments in
            let words = SearchWords(key: text(arguments?[0]) ?? "", text: text(arguments?[1]) ?? "")
            sqlite3_result_int64(context, WordPrefixMask(words).bits)
        }

    /// Search words in the format of schema version 4, which had no prefix tokens, with prefix tokens.
    private static let withPrefixTokens:
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
            context,
            _,
            arguments in
            guard let text = text(arguments?[0]) else { return sqlite3_result_null(context) }
            sqlite3_result_text(context, SearchWords.withPrefixTokens(text), -1, SQLiteStatement.transient)
        }

    private static func text(_ value: OpaquePointer?) -> String? {
        guard let value, let start = sqlite3_value_text(value) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
