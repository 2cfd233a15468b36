import Foundation
import Testing

@testable import Repository

@Suite struct ContactDatabaseTests {
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
}
