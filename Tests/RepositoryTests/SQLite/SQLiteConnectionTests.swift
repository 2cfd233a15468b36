import Foundation
import Repository
import Testing

@Suite struct SQLiteConnectionTests {
    @Test func `a connection has the safety settings`() async throws {
        try await withSQLiteConnection { connection, _ throws in
            #expect(try connection.integer("PRAGMA foreign_keys") == 1)
            #expect(try connection.integer("PRAGMA trusted_schema") == 0)
            #expect(try connection.integer("PRAGMA cell_size_check") == 1)
            #expect(try connection.integer("PRAGMA synchronous") == 1)
            #expect(try connection.integer("PRAGMA mmap_size") == 0)
            #expect(throws: SQLiteError.self) { try connection.text("SELECT \"typo\"") }
        }
    }

    @Test func `a new file gets pages of 8 KiB, and an older one keeps its size`()
        async throws
    {
        try await withSQLiteConnection { connection, path in
            #expect(try connection.integer("PRAGMA page_size") == 8192)
            let older = path + "-older"
            try Data().write(to: URL(fileURLWithPath: older))
            let writer = try SQLiteConnection(path: older, mode: .readWrite)
            try writer.execute("PRAGMA page_size = 4096; CREATE TABLE t (a INTEGER)")
            try writer.execute("INSERT INTO t VALUES (7)")
            try writer.copy(to: connection)
            #expect(try connection.integer("SELECT a FROM t") == 7)
            let newer = path + "-newer"
            try Data().write(to: URL(fileURLWithPath: newer))
            try SQLiteConnection(path: newer, mode: .readWrite).execute("CREATE TABLE t (a INTEGER)")
            for (file, size) in [(newer, 8192), (older, 4096)] as [(String, Int64)] {
                let opened = try SQLiteConnection(path: file, mode: .readWrite)
                #expect(try opened.integer("PRAGMA page_size") == size)
            }
        }
    }

    @Test func `a transaction that throws is rolled back`() async throws {
        struct Problem: Error {}
        let counts = try await withSQLiteConnection { connection, _ in
            try connection.execute("CREATE TABLE t (a)")
            var counts: [Int64] = []
            do {
                try connection.write {
                    try connection.execute("INSERT INTO t VALUES (1)")
                    throw Problem()
                }
            } catch is Problem {
                counts.append(try connection.integer("SELECT count(*) FROM t"))
            }
            try connection.write { try connection.execute("INSERT INTO t VALUES (1)") }
            counts.append(try connection.integer("SELECT count(*) FROM t"))
            return counts
        }
        #expect(counts == [0, 1])
    }

    @Test func `opening does not create a file`() async throws {
        try await withDatabasePath { path in
            #expect(throws: SQLiteError.self) { try SQLiteConnection(path: path, mode: .readWrite) }
            #expect(throws: SQLiteError.self) { try SQLiteConnection(path: path, mode: .readOnly) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `cancelling the task interrupts a long statement`() async throws {
        try await withDatabasePath { path in
            try Data().write(to: URL(fileURLWithPath: path))
            let task = Task.detached {
                withUnsafeCurrentTask { $0?.cancel() }
                let connection = try SQLiteConnection(path: path, mode: .readWrite)
                // Without the interrupt it would count for half a minute, and then not throw.
                return try connection.integer(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT count(*) FROM n"
                )
            }
            let error = await #expect(throws: SQLiteError.self) { try await task.value }
            #expect(error?.isInterruption == true)
        }
    }

}
