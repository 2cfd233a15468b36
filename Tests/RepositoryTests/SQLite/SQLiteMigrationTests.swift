import Repository
import Testing

@Suite struct SQLiteMigrationTests {
    @Test func `migrations run once, in order, all or none`() async throws {
        try await withSQLiteConnection { connection, path in
            let steps = [
                SQLiteMigration(1, sql: "CREATE TABLE a (x)"), SQLiteMigration(2, sql: "ALTER TABLE a ADD COLUMN y"),
            ]
            try SQLiteMigration.migrate(connection, applicationID: 7, steps: [steps[0]])
            #expect(try connection.integer("PRAGMA user_version") == 1)
            try SQLiteMigration.migrate(connection, applicationID: 7, steps: steps)
            try SQLiteMigration.migrate(connection, applicationID: 7, steps: steps)
            #expect(try connection.integer("PRAGMA user_version") == 2)
            #expect(SQLiteFileHeader.read(path) == .database(applicationID: 7))
            let broken = steps + [SQLiteMigration(3, sql: "CREATE TABLE b (x)"), SQLiteMigration(4, sql: "nonsense")]
            #expect(throws: SQLiteError.self) {
                try SQLiteMigration.migrate(connection, applicationID: 7, steps: broken)
            }
            #expect(try connection.integer("PRAGMA user_version") == 2)
            #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'") == 0)
        }
    }
}
