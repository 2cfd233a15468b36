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
}
