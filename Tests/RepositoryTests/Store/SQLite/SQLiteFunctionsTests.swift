import Testing

@testable import Repository

@Suite struct SQLiteFunctionsTests {
    @Test func `statements fold texts and derive masks and tokens as the program does`() async throws {
        try await withSQLiteConnection { connection, _ throws in
            #expect(try connection.text("SELECT folded(' Đorđević ')") == "dordevic")
            #expect(try connection.text("SELECT with_prefix_tokens('anna bo')") == "anna bo ^ann")
            let mask = WordPrefixMask(SearchWords(key: "anna", text: "київ")).bits
            #expect(try connection.integer("SELECT initials('anna', 'київ')") == mask)
            for call in ["folded(NULL)", "with_prefix_tokens(NULL)"] {
                #expect(try connection.integer("SELECT \(call) IS NULL") == 1)
            }
            #expect(try connection.integer("SELECT initials(NULL, NULL)") == 0)
        }
    }

    @Test func `the schema cannot use the functions`() async throws {
        try await withSQLiteConnection { connection, _ throws in
            try connection.execute("CREATE VIEW v AS SELECT folded('x') AS a")
            #expect(throws: SQLiteError.self) { try connection.text("SELECT a FROM v") }
        }
    }
}
