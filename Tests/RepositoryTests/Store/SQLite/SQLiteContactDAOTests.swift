import Foundation
import Testing

@testable import Repository

@Suite struct SQLiteContactDAOTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private var folder: String { temporary.path }
    private let now = Date(timeIntervalSince1970: 2000)
    private let source = ContactSource(version: "1.4", seed: "abc")

    private func files(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func mode(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
    }

    /// Creates a store with one contact, and closes it.
    private func fill(_ path: String) async throws {
        let dao = SQLiteContactDAO(path: path)
        _ = try await dao.store(.sample([.sample("a")]))
        await dao.close()
    }

    @Test func `reading creates neither file nor folder`() async throws {
        let dao = SQLiteContactDAO(path: folder + "/sub/contacts.db")
        _ = try await dao.contacts(ContactQuery(limit: 1))
        _ = try await dao.contacts(withPrefix: "a", limit: 1)
        _ = try await dao.state(of: source)
        try await dao.requireSound()
        #expect(try await dao.clearCache() == 0)
        _ = await repositoryError {
            _ = try await dao.update(ContactID(rawValue: "a"), with: ContactEdit())
        }
        #expect(try files(folder).isEmpty)
    }

    @Test func `only the owner may read the file and its folders`() async throws {
        let path = folder + "/a/b/contacts.db"
        let dao = SQLiteContactDAO(path: path)
        _ = try await dao.store(.sample([.sample("a")]))
        #expect(try mode(folder + "/a") == 0o700)
        #expect(try mode(folder + "/a/b") == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(path + suffix) == 0o600, "\(suffix)") }
        await dao.close()
        #expect(try files(folder + "/a/b") == ["contacts.db"])
    }

    @Test func `a path may contain any character`() async throws {
        let path = folder + "/file:a?mode=memory #%20é.db"
        try await fill(path)
        #expect(try files(folder).count == 1)
        #expect(try await SQLiteContactDAO(path: path).contacts(ContactQuery(limit: 5)).contacts.count == 1)
    }

    @Test func `an empty path is refused`() async {
        let dao = SQLiteContactDAO(path: "")
        #expect(
            await repositoryError { _ = try await dao.contacts(ContactQuery(limit: 1)) }?.code == .invalidConfiguration
        )
        #expect(await repositoryError { _ = try await dao.store(.sample([])) }?.code == .invalidConfiguration)
    }

    @Test(arguments: [
        "This is not a database but a text that is longer than the hundred bytes of a header, and then some.",
        "x",
    ])
    func `a file that is not a database is refused and left alone`(content: String) async throws {
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        try await expectRefused(path, saying: "is not a contacts database")
    }

    @Test func `a folder is refused`() async throws {
        try await expectRefused(folder, saying: "is not a contacts database", isFile: false)
    }

    @Test(arguments: [
        "CREATE TABLE t (a)", "PRAGMA application_id = 77; CREATE TABLE t (a)", "PRAGMA application_id = 77",
    ])
    func `a database of another program is refused and left alone`(sql: String) async throws {
        try Data().write(to: URL(fileURLWithPath: path))
        try SQLiteConnection(path: path, mode: .readWrite).execute(sql)
        try await expectRefused(path, saying: "belongs to another program")
    }

    @Test func `a newer database is refused and left alone`() async throws {
        try await fill(path)
        try SQLiteConnection(path: path, mode: .readWrite)
            .execute("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
        try await expectRefused(path, saying: "newer version")
    }

    private func expectRefused(_ path: String, saying what: String, isFile: Bool = true) async throws {
        let before = isFile ? try Data(contentsOf: URL(fileURLWithPath: path)) : nil
        let dao = SQLiteContactDAO(path: path)
        try await dao.requireSound()
        for attempt in [
            await repositoryError { _ = try await dao.contacts(ContactQuery(limit: 1)) },
            await repositoryError { _ = try await dao.store(.sample([.sample("a")])) },
        ] {
            #expect(attempt?.code == .unreadableDatabase)
            #expect(attempt?.message.contains(what) == true, "\(attempt?.message ?? "no error")")
        }
        await dao.close()
        if let before { #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before) }
    }

    @Test func `an empty file is an empty store`() async throws {
        try Data().write(to: URL(fileURLWithPath: path))
        let dao = SQLiteContactDAO(path: path)
        #expect(try await dao.contacts(ContactQuery(limit: 1)).contacts.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
        _ = try await dao.store(.sample([.sample("a")]))
        #expect(try await dao.contacts(ContactQuery(limit: 1)).contacts.count == 1)
    }

    @Test func `a damaged database is an error for readers, and only a repair replaces it`() async throws {
        let path = folder + "/contacts.db"
        try await fill(path)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in bytes.indices where index >= 100 { bytes[index] = 0xA5 }
        try bytes.write(to: URL(fileURLWithPath: path))

        let dao = SQLiteContactDAO(path: path)
        #expect(
            await repositoryError { _ = try await dao.contacts(ContactQuery(limit: 1)) }?.code == .unreadableDatabase
        )
        #expect(await repositoryError { try await dao.requireSound() }?.code == .unreadableDatabase)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)

        let aside = path + ".corrupt-19700101T003320.000Z"
        let repair = try await dao.repair(at: now)
        #expect(repair.database == aside)
        #expect(repair.saved == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == bytes)
        _ = try await dao.store(.sample([.sample("b")]))
        #expect(try await dao.contacts(ContactQuery(limit: 5)).lastNames == ["Last b"])
    }

    @Test func `several connections write concurrently`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<6 {
                group.addTask {
                    let dao = SQLiteContactDAO(path: path)
                    for page in 1...5 {
                        let people = (0..<20).map { RemotePerson.sample("\(writer)-\(page)-\($0)", index: $0) }
                        _ = try await dao.store(.sample(people, source: ContactSource(seed: "s\(writer)"), page: page))
                        _ = try await dao.contacts(ContactQuery(limit: 10))
                    }
                    await dao.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await SQLiteContactDAO(path: path).contacts(ContactQuery(limit: 1000)).contacts.count == 600)
    }

    @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
    func `a read-only file in a read-only folder is readable`() async throws {
        let path = folder + "/contacts.db"
        try await fill(path)
        chmod(path, 0o400)
        chmod(folder, 0o500)
        let dao = SQLiteContactDAO(path: path)
        #expect(try await dao.contacts(ContactQuery(limit: 5)).contacts.count == 1)
        #expect(await repositoryError { _ = try await dao.store(.sample([])) }?.code == .inputOutput)
        #expect(
            await repositoryError { _ = try await SQLiteContactDAO(path: folder + "/x/y.db").store(.sample([])) }?
                .code
                == .cannotCreate
        )
    }

    @Test func `a folder that cannot be created is an error`() async throws {
        try Data().write(to: URL(fileURLWithPath: folder + "/file"))
        let dao = SQLiteContactDAO(path: folder + "/file/contacts.db")
        #expect(await repositoryError { _ = try await dao.store(.sample([])) }?.code == .cannotCreate)
    }
}
