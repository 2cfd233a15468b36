import CSQLite
import Testing

@testable import Repository

@Suite struct SQLiteErrorTests {
    @Test func `an error has codes and SQL but no arguments`() async throws {
        try await withSQLiteConnection { connection, _ in
            try connection.execute("CREATE TABLE t (a TEXT UNIQUE) STRICT; INSERT INTO t VALUES ('secret')")
            let error = #expect(throws: SQLiteError.self) {
                try connection.withStatement("INSERT INTO t VALUES (?)") { statement in
                    try statement.bind("secret", at: 1)
                    try statement.run()
                }
            }
            #expect(error?.code == 19)
            #expect(error?.extendedCode == 2067)
            #expect(error?.sql == "INSERT INTO t VALUES (?)")
            #expect(error?.description.contains("secret") == false)
            #expect(throws: SQLiteError.self) { try connection.execute("nonsense") }
        }
    }

    @Test(arguments: [
        (SQLITE_BUSY, RepositoryError.Code.databaseBusy), (SQLITE_LOCKED, .databaseBusy),
        (SQLITE_CORRUPT, .unreadableDatabase), (SQLITE_NOTADB, .unreadableDatabase), (SQLITE_FULL, .inputOutput),
        (SQLITE_READONLY, .inputOutput), (SQLITE_CANTOPEN, .inputOutput), (SQLITE_IOERR, .inputOutput),
        (SQLITE_NOMEM, .internal), (SQLITE_CONSTRAINT, .internal),
    ])
    func `each result code becomes an error for the user that names the file`(
        code: Int32,
        expected: RepositoryError.Code
    ) {
        // With an extension, which must not matter.
        let error = RepositoryError(SQLiteError(extendedCode: code | 3 << 8, message: "m"), path: "/x/y.db")
        #expect(error.code == expected)
        #expect(error.message.contains("“/x/y.db”"))
    }
}
