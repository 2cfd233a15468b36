import Testing

@testable import Repository

@Suite struct SQLiteStatementTests {
    @Test func `texts and numbers come back, NULL distinct from empty`() async throws {
        try await withSQLiteConnection { connection, _ in
            try connection.execute("CREATE TABLE t (a TEXT, b INTEGER) STRICT")
            let texts: [String?] = ["", nil, "a\u{0}b", "é😀", String(repeating: "x", count: 100_000)]
            for text in texts {
                try connection.withStatement("INSERT INTO t VALUES (?, ?)") { statement in
                    try statement.bind(text, at: 1)
                    try statement.bind(text == nil ? nil : Int64.min, at: 2)
                    try statement.run()
                }
            }
            try connection.withStatement("SELECT a, b FROM t ORDER BY rowid") { row throws in
                for text in texts {
                    #expect(try row.step())
                    #expect(row.text(0) == text)
                    #expect(row.isNull(1) == (text == nil))
                    #expect(row.integer(1) == (text == nil ? 0 : .min))
                }
                #expect(try !row.step())
            }
        }
    }

    @Test func `a cached statement has no bindings left`() async throws {
        try await withSQLiteConnection { connection, _ in
            let first = try connection.withStatement("SELECT ?1 IS NULL") { row in
                try row.bind("x", at: 1)
                return try row.step() && row.integer(0) == 0
            }
            #expect(first)
            #expect(try connection.integer("SELECT ?1 IS NULL") == 1)
        }
    }

    @Test func `more statements than the cache holds, and a statement within itself, work`() async throws {
        try await withSQLiteConnection { connection, _ in
            for number in 0..<200 { #expect(try connection.integer("SELECT \(number)") == number) }
            let sum = try connection.withStatement("SELECT 1 UNION SELECT 2") { row in
                var sum: Int64 = 0
                while try row.step() { sum += row.integer(0) + (try connection.integer("SELECT 1 UNION SELECT 2")) }
                return sum
            }
            #expect(sum == 5)
        }
    }
}
