import Foundation
import Repository
import TestWatch
import Testing

@Suite(.watched) struct BackgroundCheckpointTests {
    /// Runs `body` with a database with a write-ahead log and a table `t`.
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

    /// The number of rows in the file without its log.
    private func rows(inFile path: String) throws -> Int64 {
        try SQLiteConnection(path: path, mode: .immutable).integer("SELECT count(*) FROM t")
    }

    @Test func `a long log is checkpointed concurrently, and restarts after the next transaction`() async throws {
        try await with { connection, path in
            let checkpoint = BackgroundCheckpoint(path: path, logSize: 1)
            try insert(1, into: connection)
            let once = connection.loggedBytes
            try insert(2, into: connection)
            #expect(connection.loggedBytes > once)
            #expect(try rows(inFile: path) == 0)
            checkpoint.checkpoint(after: connection)
            checkpoint.waitForRun()
            #expect(try rows(inFile: path) == 2)
            try insert(3, into: connection)
            #expect(try rows(inFile: path) == 2)
            // This time by the writer.
            checkpoint.checkpoint(after: connection)
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
                checkpoint.checkpoint(after: connection)
            }
            checkpoint.finish()
            #expect(try rows(inFile: path) == 0)
            #expect(try connection.integer("SELECT count(*) FROM t") == 10)
        }
    }

    @Test func `finishing resets the checkpoint`() async throws {
        try await with { connection, path in
            // The thread cannot open this path, so it would leave the checkpoint to the writer.
            let checkpoint = BackgroundCheckpoint(path: path + "-elsewhere/none", logSize: 1)
            for number in 1...3 {
                try insert(number, into: connection)
                checkpoint.checkpoint(after: connection)
                checkpoint.finish()
            }
            #expect(try rows(inFile: path) == 0)
        }
    }

    @Test func `while another connection checkpoints, the writer is not asked to`() async throws {
        try await with { connection, path in
            try insert(1, into: connection)
            let reader = try SQLiteConnection(path: path, mode: .readOnly)
            try reader.execute("BEGIN; SELECT count(*) FROM t")
            try insert(2, into: connection)
            // The other connection holds the checkpoint lock while it waits for the reader. It also gets a busy error while
            // the loop below holds the lock, so it retries.
            let other = Thread {
                let other = try? SQLiteConnection(path: path, mode: .readWrite)
                while let isBusy = try? other?.integer("PRAGMA wal_checkpoint(TRUNCATE)"), isBusy != 0 {}
            }
            other.start()
            while (try? connection.checkpoint()) != nil, !Task.isCancelled { sched_yield() }
            let checkpoint = BackgroundCheckpoint(path: path, logSize: 1)
            checkpoint.checkpoint(after: connection)
            checkpoint.waitForRun()
            try reader.execute("COMMIT")
            while !other.isFinished, !Task.isCancelled { sched_yield() }
            try insert(3, into: connection)
            // Not the writer's turn: this starts the thread again.
            checkpoint.checkpoint(after: connection)
            checkpoint.waitForRun()
            try insert(4, into: connection)
            checkpoint.checkpoint(after: connection)
            #expect(try rows(inFile: path) == 4)
        }
    }

    @Test func `data that the thread cannot checkpoint stays in the log`() async throws {
        try await with { connection, path in
            let checkpoint = BackgroundCheckpoint(path: path + "-elsewhere/none", logSize: 1)
            try insert(1, into: connection)
            checkpoint.checkpoint(after: connection)
            checkpoint.waitForRun()
            #expect(try rows(inFile: path) == 0)
            #expect(try connection.integer("SELECT count(*) FROM t") == 1)
            // The writer checkpoints then.
            checkpoint.checkpoint(after: connection)
            #expect(try rows(inFile: path) == 1)
        }
    }
}
