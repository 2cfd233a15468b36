import Foundation
import Repository
import Testing

/// Reads a store without the program.
struct StoreView {
    let path: String

    /// The times at which the stored pages were fetched, by page.
    func pages() throws -> [Int64: Int64] {
        Dictionary(
            uniqueKeysWithValues: try rows("SELECT page, fetched_at FROM fetch") { ($0.integer(0), $0.integer(1)) }
        )
    }

    /// The people of the source by page, with the values of the source.
    func people() throws -> [Int64: Set<String>] {
        let sql = """
            SELECT page, id || '|' || position || '|' || first || '|' || last || '|' || email || '|' || cell
            FROM contact WHERE source IS NOT NULL
            """
        return Dictionary(grouping: try rows(sql) { ($0.integer(0), $0.text(1) ?? "") }, by: \.0)
            .mapValues { Set($0.map(\.1)) }
    }

    /// The first identifiers in order.
    func identifiers(_ count: Int) throws -> [String] {
        try rows("SELECT id FROM contact ORDER BY id LIMIT \(count)") { $0.text(0) ?? "" }
    }

    /// What a query returns; nothing when there is no database with tables in it yet.
    func rows<Row>(_ sql: String, _ read: (SQLiteStatement) -> Row) throws -> [Row] {
        guard let connection = try connection() else { return [] }
        return try connection.withStatement(sql) { row in
            var rows: [Row] = []
            while try row.step() { rows.append(read(row)) }
            return rows
        }
    }

    /// Throws when the file is damaged or inconsistent.
    func checkSoundness() throws {
        guard let connection = try connection() else { return }
        try #require(try connection.text("PRAGMA quick_check") == "ok")
        try #require(try connection.text("SELECT \"table\" FROM pragma_foreign_key_check") == nil, "a row is missing")
        // Throws when the search index is inconsistent.
        try connection.execute("INSERT INTO contact_search (contact_search, rank) VALUES ('integrity-check', 1)")
    }

    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    /// `nil` when there is no database with tables in it yet.
    private func connection() throws -> SQLiteConnection? {
        guard SQLiteFileHeader.read(path) != .missing else { return nil }
        let connection = try SQLiteConnection(path: path, mode: .readWrite)
        return try connection.integer("PRAGMA user_version") == 0 ? nil : connection
    }
}
