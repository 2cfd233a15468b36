import GRDB
import Repository

/// Writes and reads the store's rows as GRDB records.
final class RecordStore {
    private static let words = "number, search_key, search_text, search_name FROM contact WHERE number = ?"
    private static let enter =
        "INSERT INTO contact_search (rowid, search_key, search_text, search_name) SELECT \(words)"
    private static let takeOut = """
        INSERT INTO contact_search (contact_search, rowid, search_key, search_text, search_name)
        SELECT 'delete', \(words)
        """

    private let queue: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -20000")
        }
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    func close() throws { try queue.close() }

    func insert(_ rows: [ContactRow]) throws {
        for start in stride(from: 0, to: rows.count, by: 5000) {
            try queue.write { database in
                for row in rows[start..<min(start + 5000, rows.count)] {
                    try row.insert(database)
                    try database.cachedStatement(sql: Self.enter).execute(arguments: [database.lastInsertedRowID])
                }
            }
        }
    }

    func update(_ rows: [ContactRow]) throws {
        for start in stride(from: 0, to: rows.count, by: 5000) {
            try queue.write { database in
                for row in rows[start..<min(start + 5000, rows.count)] {
                    guard let old = try ContactRow.filter(Column("id") == row.id).fetchOne(database) else { continue }
                    var new = row
                    new.number = old.number
                    guard try !new.databaseChanges(from: old).isEmpty else { continue }
                    try database.cachedStatement(sql: Self.takeOut).execute(arguments: [old.number])
                    try new.updateChanges(database, from: old)
                    try database.cachedStatement(sql: Self.enter).execute(arguments: [old.number])
                }
            }
        }
    }

    func read() throws -> Int {
        try queue.read { database in
            try ContactRow.order(Column("sort_last"), Column("id")).fetchAll(database).count
        }
    }
}
