import BlocTesting
import Foundation
import Testing

@testable import Repository

@Suite struct ContactDatabaseTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private var folder: String { temporary.path }

    @Test func `a link is followed, with the log and a repair beside the file itself`() async throws {
        try FileManager.default.createDirectory(atPath: folder + "/real", withIntermediateDirectories: false)
        let (path, link) = (folder + "/real/file", folder + "/link")
        try await fillDamaged(path, by: "SELECT 1")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/file")
        let dao = SQLiteContactDAO(path: link)
        _ = try await dao.apply([.remove(ContactID(rawValue: "local"))], title: "remove")
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        await dao.close()
        try SQLiteConnection(path: path, mode: .readWrite).execute("DROP TABLE stored_value")
        let damaged = SQLiteContactDAO(path: link)
        let aside = try #require(try await damaged.repair(at: Date()).database)
        #expect(aside.contains("/real/file.corrupt"))
        await damaged.close()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/file")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "real"])
    }

    @Test(arguments: [("nowhere/file", "cannot be reached"), ("link", "back to itself")])
    func `a link that leads nowhere is refused with the reason`(target: String, reason: String) async throws {
        let link = folder + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let dao = SQLiteContactDAO(path: link)
        let new = Contact(id: ContactID(rawValue: "new"), name: PersonName(last: "New"))
        for attempt in [
            await repositoryError { _ = try await dao.contacts(ContactQuery(limit: 9)) },
            await repositoryError { _ = try await dao.apply([.add(new)], title: "add") },
        ] {
            #expect(attempt?.code == .inputOutput)
            #expect(attempt?.message.contains(reason) == true, "\(attempt?.message ?? "")")
        }
        await dao.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["link"])
    }

    @Test func `permissions for other users are a problem`() async throws {
        let dao = SQLiteContactDAO(path: path)
        try await dao.fill()
        await dao.close()
        chmod(path, 0o644)
        #expect(try await dao.check(full: false) == [.permissions(path: path, mode: 0o644)])
    }

    @Test func `a backup is a complete store in one file that only its owner can read`() async throws {
        let dao = SQLiteContactDAO(path: folder + "/contacts.db")
        let target = folder + "/backup.db"
        #expect(await repositoryError { try await dao.backup(to: target) }?.code == .notFound)
        try await dao.fill()
        try Data("old".utf8).write(to: URL(fileURLWithPath: target))
        try await dao.backup(to: target)
        let all = try await dao.contacts(ContactQuery(limit: 99))
        await dao.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["backup.db", "contacts.db"])
        let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let copy = SQLiteContactDAO(path: target)
        #expect(try await copy.contacts(ContactQuery(limit: 99)) == all)
        #expect(try await copy.check(full: true).isEmpty)
        #expect(try await copy.turn(steps: 9, isUndone: false).count == 2)
        await copy.close()
        #expect(await repositoryError { try await dao.backup(to: folder + "/contacts.db") }?.code == .invalidInput)
        #expect(await repositoryError { try await dao.backup(to: folder) } != nil)
        await dao.close()
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).contains { $0.contains("partial") })
    }

    @Test func `a sound store and a missing one have no problems`() async throws {
        let dao = SQLiteContactDAO(path: path)
        #expect(try await dao.check(full: true).isEmpty)
        #expect(try await dao.repair(at: Date()).database == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        try await dao.fill()
        #expect(try await dao.check(full: false).isEmpty)
        #expect(try await dao.check(full: true).isEmpty)
        try await dao.requireSound()
        #expect(try await dao.repair(at: Date()) == StoreRepair())
    }

    @Test func `flipped bytes in any page are found and never end the program`() async throws {
        let dao = SQLiteContactDAO(path: path)
        try await dao.fill()
        await dao.close()
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        var random = SplitMix64(seed: 7)
        let pageSize = Int(sound[16]) << 8 | Int(sound[17])
        for page in 0..<(sound.count / pageSize) {
            var flipped = sound
            // The header of a page is changed, not that of the file, which other tests cover.
            let start = page * pageSize + (page == 0 ? 100 : 0)
            for offset in start..<(start + 12) { flipped[offset] ^= UInt8.random(in: 1...255, using: &random) }
            try flipped.write(to: URL(fileURLWithPath: path))
            let opened = SQLiteContactDAO(path: path)
            #expect(try await !opened.check(full: true).isEmpty, "page \(page)")
            await opened.close()
        }
    }
}
