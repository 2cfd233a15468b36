import BareSQLite
import CSQLite

/// Writes and reads the store's rows with the C API alone, from prepared texts.
final class BareStore {
    /// The columns in the order of the texts.
    static let columns =
        ["id"] + ContactRow.fields + [
            "sort_last", "sort_first", "sort_birthday", "search_key", "search_text",
        ]

    private let database: OpaquePointer

    init(path: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
            let opened
        else { throw FigureError("\(path) cannot be opened") }
        database = opened
        try execute(
            """
            PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;
            PRAGMA foreign_keys = ON; PRAGMA cache_size = -20000; PRAGMA journal_mode = WAL
            """
        )
    }

    deinit { sqlite3_close_v2(database) }

    func execute(_ sql: String) throws { try check(sqlite3_exec(database, sql, nil, nil, nil)) }

    func insert(_ rows: TextRows) throws {
        let sql =
            "INSERT INTO contact (source, page, position, updated_at, " + Self.columns.joined(separator: ", ")
            + ") VALUES (1, 1, 1, 0, " + Self.columns.map { _ in "?" }.joined(separator: ", ") + ")"
        try rows.withPages(Self.columns.count) { texts, lengths, count in
            try check(bare_insert(database, texts, lengths, Int32(count), Int32(Self.columns.count), sql))
        }
    }

    func update(_ rows: TextRows) throws {
        let sets = Self.columns.enumerated().dropFirst().map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")
        let changed = ContactRow.fields.enumerated().map { "\($1) IS NOT ?\($0 + 2)" }.joined(separator: " OR ")
        let sql = "UPDATE contact SET page = 1, position = 1, updated_at = 1, \(sets) WHERE id = ?1 AND (\(changed))"
        try rows.withPages(Self.columns.count) { texts, lengths, count in
            try check(bare_update(database, texts, lengths, Int32(count), Int32(Self.columns.count), sql))
        }
    }

    /// Reads all rows.
    ///
    /// - Returns: The bytes of all texts.
    func read(copies: Bool) throws -> Int {
        var bytes = 0
        let columns = (["id"] + ContactRow.fields).map { "c.\($0)" }.joined(separator: ", ")
        let sql = """
            SELECT \(columns), l.card FROM contact c LEFT JOIN contact_local l ON l.contact = c.number
            WHERE c.deleted_at IS NULL ORDER BY c.sort_last, c.id
            """
        try check(bare_read(database, sql, copies ? 1 : 0, &bytes))
        return bytes
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw FigureError("SQLite: \(String(cString: sqlite3_errmsg(database)))") }
    }
}
