import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

@Suite("The registry of books")
struct BookRegistryTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }

    @Test(arguments: [
        BookSource.none, .api("https://example.com/api/"), .folder("/home/ada/contacts"),
        .carddav(CardDAVAccount(address: "https://example.com/dav/", tokenCommand: "oama access ada@example.com")),
        .carddav(
            CardDAVAccount(
                address: "https://example.com/dav/",
                user: "ada",
                passwordCommand: "pass show \"dav\"",
                collection: "https://example.com/dav/ada/work/"
            )
        ),
    ])
    func `A source comes back as it was stored`(source: BookSource) throws {
        let registry = BookRegistry(folder: folder)
        _ = try registry.add("home", source: .none)
        try registry.change { try $0.setSource(source, of: "home") }
        #expect(try registry.read().entry(named: "home")?.source == source)
    }

    @Test func `A book has a database that only its owner reads, and keeps it under another name`() throws {
        let registry = BookRegistry(folder: folder)
        #expect(try registry.read() == BookList())
        let old = try registry.add("home", source: .none)
        #expect(old.databasePath == "\(folder)/books/home.sqlite")
        for path in [old.databasePath, registry.path] { #expect(try mode(of: path) == 0o600) }
        #expect(try mode(of: folder + "/books") == 0o700)
        try registry.change { try $0.setStandard("home") }
        try registry.change { try $0.rename("home", to: "family") }
        // As the next process reads it.
        let list = try BookRegistry(folder: folder).read()
        #expect(list.standard == "family" && list.names == ["people", "family"])
        #expect(try list.entry(named: "family").map(registry.databasePath) == old.databasePath)
        // The old name is free for another book with another file.
        #expect(try registry.add("home", source: .none).databasePath == "\(folder)/books/home-2.sqlite")
    }

    @Test func `A database is moved aside or deleted, with what a killed process left in the write-ahead log`() throws {
        let registry = BookRegistry(folder: folder)
        let ends = ["", "-wal", "-shm", "-journal"]
        for isDeleted in [false, true] {
            let book = try registry.add("home", source: .none)
            for end in ends { try Data(end.utf8).write(to: URL(filePath: book.databasePath + end)) }
            let aside = try registry.remove("home", deletingDatabase: isDeleted)
            #expect((aside == nil) == isDeleted)
            for end in ends {
                #expect(!FileManager.default.fileExists(atPath: book.databasePath + end), "\(end)")
                guard let aside else { continue }
                #expect(try String(contentsOf: URL(filePath: aside + end), encoding: .utf8) == end)
            }
        }
    }

    @Test func `What a killed process left in the log is written into the database before it is moved`() async throws {
        let registry = BookRegistry(folder: folder)
        let book = try registry.add("work", source: .none)
        let open = SQLiteContactDAO(path: temporary.database)
        _ = try await open.store(.sample([.sample("a")]))
        unlink(book.databasePath)
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: temporary.database + end, toPath: book.databasePath + end)
        }
        await open.close()
        let aside = try #require(try registry.remove("work", deletingDatabase: false))
        #expect(try FileManager.default.contentsOfDirectory(atPath: registry.removedFolder) == ["work.sqlite"])
        let moved = SQLiteContactDAO(path: aside)
        #expect(try await moved.all().count == 1)
        await moved.close()
    }

    @Test(arguments: ["books/removed", "books.json.part/x"])
    func `A book whose database cannot be moved or that cannot be taken off the list stays`(obstacle: String) throws {
        let registry = BookRegistry(folder: folder)
        let database = URL(filePath: try registry.add("work", source: .none).databasePath)
        try Data("contacts".utf8).write(to: database)
        let before = try registry.read()
        let file = URL(filePath: "\(folder)/\(obstacle)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: file)
        #expect(throws: RepositoryError.self) { try registry.remove("work", deletingDatabase: false) }
        #expect(try registry.read() == before)
        #expect(try String(contentsOf: database, encoding: .utf8) == "contacts")
        try FileManager.default.removeItem(at: file)
        try? FileManager.default.removeItem(atPath: "\(registry.path).part")
        #expect(try registry.remove("work", deletingDatabase: false) != nil)
    }

    @Test(arguments: ["", "-wal"])
    func `A book whose database cannot be deleted stays until it can`(end: String) throws {
        let registry = BookRegistry(folder: folder)
        let file = try registry.add("work", source: .none).databasePath + end
        unlink(file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        let error = #expect(throws: RepositoryError.self) { try registry.remove("work", deletingDatabase: true) }
        #expect(error?.code == .inputOutput && error?.message.contains("“\(file)” cannot be deleted") == true)
        #expect(try registry.read().names == ["people", "work"])
        try FileManager.default.removeItem(atPath: file)
        #expect(try registry.remove("work", deletingDatabase: true) == nil)
        #expect(try registry.read().names == ["people"])
    }

    @Test(arguments: ["-wal", "-journal"])
    func `A name is taken as long as a log or journal of it is there`(end: String) throws {
        let registry = BookRegistry(folder: folder)
        let old = try registry.add("work", source: .none).databasePath
        _ = try registry.remove("work", deletingDatabase: true)
        try Data("changes".utf8).write(to: URL(filePath: old + end))
        let new = try registry.add("work", source: .none)
        #expect(new.databasePath == "\(folder)/books/work-2.sqlite")
        try FileManager.default.createDirectory(atPath: registry.removedFolder, withIntermediateDirectories: true)
        try Data("changes".utf8).write(to: URL(filePath: "\(registry.removedFolder)/work.sqlite\(end)"))
        #expect(try registry.remove("work", deletingDatabase: false) == "\(registry.removedFolder)/work-2.sqlite")
    }

    @Test func `Every mistake has a message of its own, with the nearest name`() throws {
        let registry = BookRegistry(folder: folder)
        _ = try registry.add("home", source: .none)
        func message(_ work: () throws -> Void) -> String {
            #expect(throws: RepositoryError.self, performing: work).map { "\($0)" } ?? ""
        }
        #expect(message { _ = try registry.add("Home", source: .none) }.contains("already a book “home”"))
        #expect(message { try registry.change { try $0.setStandard("hoem") } }.contains("Did you mean “home”?"))
        #expect(message { try registry.change { try $0.rename("people", to: "x") } }.contains("cannot be renamed"))
        #expect(message { _ = try registry.remove("people", deletingDatabase: true) }.contains("cannot be removed"))
    }

    private static func book(_ name: String, _ file: String, _ source: String = #""kind":"none""#) -> String {
        #"{"name":"\#(name)","file":"\#(file)","source":{\#(source)}}"#
    }

    @Test(
        arguments: ["", "[]", "{", #"{"version":2,"books":[]}"#, #"{"version":1,"default":"b","books":[]}"#]
            + [
                book("a", "../x.sqlite"), book("a", "/x.sqlite"), book("all", "a.sqlite"),
                book("a", "a.sqlite", #""kind":"x""#),
                book("a", "a.sqlite", #""kind":"api","address":"ftp://a/""#),
                book("a", "a.sqlite") + "," + book("b", "a.sqlite"),
            ].map { #"{"version":1,"books":[\#($0)]}"# }
    )
    func `A file that says what cannot be is refused as a whole`(text: String) throws {
        let registry = BookRegistry(folder: folder)
        try Data(text.utf8).write(to: URL(filePath: registry.path))
        #expect(chmod(registry.path, 0o600) == 0)
        let error = #expect(throws: RepositoryError.self) { try registry.read() }
        #expect(error?.code == .invalidConfiguration)
    }

    @Test func `A file that others can change is refused: its commands are run`() throws {
        let registry = BookRegistry(folder: folder)
        _ = try registry.add("home", source: .none)
        #expect(chmod(registry.path, 0o622) == 0)
        #expect(throws: RepositoryError.self) { try registry.read() }
    }

    @Test func `Additions at once are all there`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { _ = try BookRegistry(folder: folder).add("book\(number)", source: .none) }
            }
            try await group.waitForAll()
        }
        #expect(Set(try BookRegistry(folder: folder).read().names) == Set(["people"] + (0..<8).map { "book\($0)" }))
    }
}
