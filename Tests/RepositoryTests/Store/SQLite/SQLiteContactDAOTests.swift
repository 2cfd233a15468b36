import Foundation
import RepositoryDoubles
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

    @Test func `only the owner may read the file and its folders`() async throws {
        let path = folder + "/a/b/contacts.db"
        let dao = SQLiteContactDAO(path: path)
        _ = try await dao.store(.sample([.sample("a")]))
        for part in ["/a", "/a/b"] { #expect(try mode(of: folder + part) == 0o700) }
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(of: path + suffix) == 0o600, "\(suffix)") }
        await dao.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/a/b") == ["contacts.db"])
    }

    @Test func `a path may contain any character`() async throws {
        let path = folder + "/file:a?mode=memory #%20é.db"
        let dao = SQLiteContactDAO(path: path)
        _ = try await dao.store(.sample([.sample("a")]))
        await dao.close()
        #expect(try temporary.names.count == 1)
        #expect(try await dao.all().count == 1)
    }

    @Test func `an empty path and a folder are refused`() async {
        for (path, code) in [("", RepositoryError.Code.invalidConfiguration), (folder, .unreadableDatabase)] {
            let dao = SQLiteContactDAO(path: path)
            #expect(await repositoryError { _ = try await dao.contacts(ContactQuery(limit: 1)) }?.code == code)
            #expect(await repositoryError { _ = try await dao.store(.sample([])) }?.code == code)
        }
    }

    @Test(arguments: [
        ("x", "", "is not a contacts database"), ("", "CREATE TABLE t (a)", "belongs to another program"),
        ("", "PRAGMA application_id = 77", "belongs to another program"),
    ])
    func `a file that is not a store is refused and left alone`(text: String, sql: String, why: String) async throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        if !sql.isEmpty { try SQLiteConnection(path: path, mode: .readWrite).execute(sql) }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let dao = SQLiteContactDAO(path: path)
        try await dao.requireSound()
        for attempt in [
            await repositoryError { _ = try await dao.contacts(ContactQuery(limit: 1)) },
            await repositoryError { _ = try await dao.store(.sample([.sample("a")])) },
        ] {
            #expect(attempt?.code == .unreadableDatabase)
            #expect(attempt?.message.contains(why) == true, "\(attempt?.message ?? "no error")")
        }
        await dao.close()
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

    @Test func `several connections write concurrently`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let dao = SQLiteContactDAO(path: path)
                    for page in 1...4 {
                        let people = (0..<5).map { RemotePerson.sample("\(writer)-\(page)-\($0)", index: $0) }
                        _ = try await dao.store(.sample(people, source: ContactSource(seed: "s\(writer)"), page: page))
                        _ = try await dao.contacts(ContactQuery(limit: 10))
                    }
                    await dao.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await SQLiteContactDAO(path: path).all().count == 80)
    }
}
