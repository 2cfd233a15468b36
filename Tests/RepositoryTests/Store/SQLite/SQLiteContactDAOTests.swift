import BlocTesting
import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

@Suite struct SQLiteContactDAOTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private var folder: String { temporary.path }

    @Test func `reading creates neither file nor folder`() async throws {
        let dao = SQLiteContactDAO(path: folder + "/sub/contacts.db")
        _ = try await dao.contacts(ContactQuery(limit: 1))
        _ = try await dao.contacts(withPrefix: "a", limit: 1)
        _ = try await dao.state(of: ContactSource(seed: "abc"))
        try await dao.requireSound()
        #expect(try await dao.clearCache() == 0)
        _ = await repositoryError { _ = try await dao.update("a", with: ContactEdit()) }
        #expect(try temporary.names.isEmpty)
    }

    @Test func `only the owner may read the file and its folders, whose names may have any character`() async throws {
        let name = "file:a?mode=memory #%20é.db"
        let path = folder + "/a/b/" + name
        let dao = SQLiteContactDAO(path: path)
        _ = try await dao.store(.sample([.sample("a")]))
        for part in ["/a", "/a/b"] { #expect(try mode(of: folder + part) == 0o700) }
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(of: path + suffix) == 0o600, "\(suffix)") }
        await dao.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/a/b") == [name])
        #expect(try await dao.all().count == 1)
    }

    @Test func `an empty path, a folder and another program's database are refused and left alone`() async throws {
        try Data().write(to: URL(fileURLWithPath: path))
        try SQLiteConnection(path: path, mode: .readWrite).execute("CREATE TABLE t (a)")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let codes = [
            "": RepositoryError.Code.invalidConfiguration, folder: .unreadableDatabase, path: .unreadableDatabase,
        ]
        for (path, code) in codes {
            let dao = SQLiteContactDAO(path: path)
            #expect(await repositoryError { _ = try await dao.contacts(ContactQuery(limit: 1)) }?.code == code)
            #expect(await repositoryError { _ = try await dao.store(.sample([])) }?.code == code)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test func `an empty file is an empty store`() async throws {
        try Data().write(to: URL(fileURLWithPath: path))
        let dao = SQLiteContactDAO(path: path)
        #expect(try await dao.contacts(ContactQuery(limit: 1)).contacts.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
        _ = try await dao.store(.sample([.sample("a")]))
        #expect(try await dao.contacts(ContactQuery(limit: 1)).contacts.count == 1)
    }

    @Test func `a link is followed, with the log and a repair beside the file itself`() async throws {
        try FileManager.default.createDirectory(atPath: folder + "/real", withIntermediateDirectories: false)
        let (path, link) = (folder + "/real/file", folder + "/link")
        try await fillDamaged(path, by: "SELECT 1")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/file")
        let dao = SQLiteContactDAO(path: link)
        _ = try await dao.apply([.remove("local")], title: "remove")
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        await dao.close()
        try SQLiteConnection(path: path, mode: .readWrite).execute("DROP TABLE stored_value")
        let damaged = SQLiteContactDAO(path: link)
        let aside = try #require(try await damaged.repair(at: Date()).database)
        #expect(aside.contains("/real/file.corrupt"))
        await damaged.close()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/file")
        #expect(try temporary.names == ["link", "real"])
    }

    @Test func `a backup is a complete store in one file that only its owner can read`() async throws {
        let dao = SQLiteContactDAO(path: folder + "/contacts.db")
        let target = folder + "/backup.db"
        #expect(await repositoryError { try await dao.backup(to: target) }?.code == .notFound)
        try await dao.fill()
        try Data("old".utf8).write(to: URL(fileURLWithPath: target))
        try await dao.backup(to: target)
        let all = try await dao.all()
        await dao.close()
        #expect(try temporary.names == ["backup.db", "contacts.db"])
        #expect(try mode(of: target) == 0o600)
        let copy = SQLiteContactDAO(path: target)
        #expect(try await copy.all() == all)
        #expect(try await copy.check(full: true).isEmpty)
        #expect(try await copy.turn(steps: 9, isUndone: false).count == 2)
        await copy.close()
        #expect(await repositoryError { try await dao.backup(to: folder + "/contacts.db") }?.code == .invalidInput)
        #expect(await repositoryError { try await dao.backup(to: folder) } != nil)
        await dao.close()
        #expect(try !temporary.names.contains { $0.contains("partial") })
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
