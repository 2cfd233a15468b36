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

    @Test func `a link is followed, with the log and a repair beside the file itself`() async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/real", withIntermediateDirectories: false)
            let (path, link) = (folder + "/real/file", folder + "/link")
            try await fillDamaged(path, by: "SELECT 1")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/file")
            let dao = SQLiteContactDAO(path: link)
            _ = try await dao.apply([.remove(ContactID(rawValue: "local"))], title: "remove", at: Date())
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
            await dao.close()
            do {
                let vandal = try SQLiteConnection(path: path, mode: .readWrite)
                try vandal.execute("DROP TABLE stored_value")
            }
            let damaged = SQLiteContactDAO(path: link)
            let aside = try #require(try await damaged.repair(at: Date()).database)
            #expect(aside.contains("/real/file.corrupt"))
            await damaged.close()
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/file")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "real"])
        }
    }

    @Test(arguments: [("nowhere/file", "cannot be reached"), ("link", "back to itself")])
    func `a link that leads nowhere is refused with the reason`(target: String, reason: String) async throws {
        try await withTemporaryFolder { folder in
            let link = folder + "/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let dao = SQLiteContactDAO(path: link)
            let new = Contact(id: ContactID(rawValue: "new"), name: PersonName(last: "New"))
            for attempt in [
                await repositoryError { _ = try await dao.contacts(ContactQuery(limit: 9)) },
                await repositoryError { _ = try await dao.apply([.add(new)], title: "add", at: Date()) },
            ] {
                #expect(attempt?.code == .inputOutput)
                #expect(attempt?.message.contains(reason) == true, "\(attempt?.message ?? "")")
            }
            await dao.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["link"])
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
