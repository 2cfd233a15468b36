import Foundation
import Testing

@testable import Repository

@Suite struct ContactDatabaseTests {
    /// The number in the file without its log.
    private func number(_ sql: String, inFile path: String) throws -> Int64 {
        try SQLiteConnection(path: path, mode: .immutable).integer(sql)
    }

    @Test func `a long log is checkpointed in the background`() async throws {
        try await withDatabasePath { path in
            let database = ContactDatabase(path: path, logSize: 1)
            let sources = "SELECT count(*) FROM source"
            for number in 1...3 {
                try database.writing { connection in
                    try connection.execute(
                        "INSERT INTO source (version, seed, nationalities) VALUES ('1.4', '\(number)', '')"
                    )
                }
                database.checkpoint.waitForRun()
                #expect(try self.number(sources, inFile: path) == number)
            }
            database.close()
        }
    }

    @Test func `the log of a migration is checkpointed`() async throws {
        try await withDatabasePath { path in
            try Data().write(to: URL(fileURLWithPath: path))
            let old = try SQLiteConnection(path: path, mode: .readWrite)
            let steps = ContactSchema.migrations.filter { $0.version < ContactSchema.version }
            try SQLiteMigration.migrate(old, applicationID: ContactSchema.applicationID, steps: steps)
            _ = try old.text("PRAGMA journal_mode = WAL")
            let version = "PRAGMA user_version"
            #expect(try number(version, inFile: path) < ContactSchema.version)
            let database = ContactDatabase(path: path, logSize: 1)
            #expect(try database.reading { try $0.integer(version) } == ContactSchema.version)
            database.checkpoint.waitForRun()
            #expect(try number(version, inFile: path) == ContactSchema.version)
            database.close()
        }
    }
}
