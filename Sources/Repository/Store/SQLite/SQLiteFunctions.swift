import CSQLite

/// What statements may call; nothing of it is used in the schema, which other programs must be able to read.
enum SQLiteFunctions {
    private static let kind = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY

    /// Makes the functions known on a connection: `folded(text)`, `initials(key, text)`, and `with_beginnings(text)`.
    static func register(on connection: OpaquePointer) {
        sqlite3_create_function_v2(connection, "folded", 1, kind, nil, folded, nil, nil, nil)
        sqlite3_create_function_v2(connection, "initials", 2, kind, nil, initials, nil, nil, nil)
        sqlite3_create_function_v2(connection, "with_beginnings", 1, kind, nil, withBeginnings, nil, nil, nil)
    }

    /// The text as people compare it.
    private static let folded: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
        context,
        _,
        arguments in
        guard let text = text(arguments?[0]) else { return sqlite3_result_null(context) }
        sqlite3_result_text(context, FoldedText.key(text), -1, SQLiteStatement.transient)
    }

    /// How the words begin that somebody is found by.
    private static let initials: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void =
        {
            context,
            _,
            arguments in
            let words = SearchWords(key: text(arguments?[0]) ?? "", text: text(arguments?[1]) ?? "")
            sqlite3_result_int64(context, WordPrefixMask(words).bits)
        }

    /// The words as a store kept them before it kept how they begin, with that.
    private static let withBeginnings:
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
            context,
            _,
            arguments in
            guard let text = text(arguments?[0]) else { return sqlite3_result_null(context) }
            sqlite3_result_text(context, SearchWords.withBeginnings(text), -1, SQLiteStatement.transient)
        }

    private static func text(_ value: OpaquePointer?) -> String? {
        guard let value, let start = sqlite3_value_text(value) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
