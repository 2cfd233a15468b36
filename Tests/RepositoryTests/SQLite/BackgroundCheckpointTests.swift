import Foundation
import Repository
import Testing

@Suite struct BackgroundCheckpointTests {
    /// Runs `body` with a database that has a log, and a table `t`.
    private func with(_ body: (SQLiteConnection, String) throws -> Void) async throws {
        try await withDatabasePath { path in
            try Data().write(to: URL(fileURLWithPath: path))
            let connection = try SQLiteConnection(path: path, mode: .readWrite)
            _ = try connection.text("PRAGMA journal_mode = WAL")
            try connection.write { try connection.execute("CREATE TABLE t (a INTEGER)") }
            try connection.checkpoint()
            try body(connection, path)
        }
    }

    private func insert(_ number: Int, into connection: SQLiteConnection) throws {
        try connection.write { try connection.execute("INSERT INTO t VALUES (\(number))") }
    }

    /// The rows that the file has without its log.
    private func rows(inFile path: String) throws -> Int64 {
        try SQLiteConnection(path: path, mode: .immutable).integer("SELECT count(*) FROM t")
    }

    @Test func `a long log is written back beside the writer, and begins anew after the next transaction`() async throws
    {
        try await with { connection, path in
            let checkpoint = BackgroundCheckpoint(path: path, logSize: 1)
            try insert(1, into: connection)
            let once = connection.loggedBytes
            try insert(2, into: connection)
            #expect(connection.loggedBytes > once)
            #expect(try rows(inFile: path) == 0)
            checkpoint.look(after: connection)
            checkpoint.waitForRun()
            #expect(try rows(inFile: path) == 2)
            try insert(3, into: connection)
            #expect(try rows(inFile: path) == 2)
            // Now by the writer.
            checkpoint.look(after: connection)
            #expect(try rows(inFile: path) == 3)
            try insert(4, into: connection)
            #expect(connection.loggedBytes == once)
        }
    }

    @Test func `a short log is left alone`() async throws {
        try await with { connection, path in
            let checkpoint = BackgroundCheckpoint(path: path)
            for number in 0..<10 {
                try insert(number, into: connection)
                checkpoint.look(after: connection)
            }
            checkpoint.finish()
            #expect(try rows(inFile: path) == 0)
            #expect(try connection.integer("SELECT count(*) FROM t") == 10)
        }
    }

    @Test func `after the end, it begins from the beginning`() async throws {
        try await with { connection, path in
            // Nothing is written back there, which leaves it to the writer.
            let checkpoint = BackgroundCheckpoint(path: path + "-elsewhere/none", logSize: 1)
            for number in 1...3 {
                try insert(number, into: connection)
                checkpoint.look(after: connection)
                checkpoint.finish()
            }
            #expect(try rows(inFile: path) == 0)
        }
    }

    @Test func `who finds another at it leaves it to them`() async throws {
        try await with { connection, path in
            try insert(1, into: connection)
            let reader = try SQLiteConnection(path: path, mode: .readOnly)
            try reader.execute("BEGIN; SELECT count(*) FROM t")
            try insert(2, into: connection)
            // The other waits for the reader before it begins the log anew; meanwhile the log is its own. It finds the log in
            // use itself while the loop below asks.
            let other = Thread {
                let other = try? SQLiteConnection(path: path, mode: .readWrite)
                while let isBusy = try? other?.integer("PRAGMA wal_checkpoint(TRUNCATE)"), isBusy != 0 {}
            }
            other.start()
            while (try? connection.checkpoint()) != nil { sched_yield() }
            let checkpoint = BackgroundCheckpoint(path: path, logSize: 1)
            checkpoint.look(after: connection)
            checkpoint.waitForRun()
            try reader.execute("COMMIT")
            while !other.isFinished { sched_yield() }
            try insert(3, into: connection)
            // It is not the writer's turn yet: this begins to write the log back elsewhere.
            checkpoint.look(after: connection)
            checkpoint.waitForRun()
            try insert(4, into: connection)
            checkpoint.look(after: connection)
            #expect(try rows(inFile: path) == 4)
        }
    }

    @Test func `what cannot be written back stays in the log`() async throws {
        try await with { connection, path in
            let checkpoint = BackgroundCheckpoint(path: path + "-elsewhere/none", logSize: 1)
            try insert(1, into: connection)
            checkpoint.look(after: connection)
            checkpoint.waitForRun()
            #expect(try rows(inFile: path) == 0)
            #expect(try connection.integer("SELECT count(*) FROM t") == 1)
            // The writer does it then.
            checkpoint.look(after: connection)
            #expect(try rows(inFile: path) == 1)
        }
    }
}
