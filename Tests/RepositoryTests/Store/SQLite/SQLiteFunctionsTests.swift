import Testing

@testable import Repository

@Suite struct SQLiteFunctionsTests {
    @Test func `statements fold texts as the program does`() async throws {
        try await withSQLiteConnection { connection, _ throws in
            #expect(try connection.text("SELECT folded(' Đorđević ')") == "dordevic")
            #expect(try connection.integer("SELECT folded(NULL) IS NULL") == 1)
        }
    }

    @Test func `the schema cannot use the functions`() async throws {
        try await withSQLiteConnection { connection, _ throws in
            try connection.execute("CREATE VIEW v AS SELECT folded('x') AS a")
            #expect(throws: SQLiteError.self) { try connection.text("SELECT a FROM v") }
        }
    }
}
