import Bloc
import BlocKit
import Foundation
import Loopback
import LoopbackHTTP
import RandomUserServer
import Repository
import Services
import Testing

@testable import ContactsCLI

struct SyncCommandTests {
    @Test func `sync fetches the pages asked for and tells what is stored`() async throws {
        let log = RequestLog<String>()
        let server = try await EmbeddedServer.start { request, _ in log.add(request.target) }
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": server.baseURL])
        let result = try await contacts.run("sync", "--results", "20", "--pages", "3")
        let listed = try await contacts.run("list", "--offline")
        try await Binary().succeed("sync", "-q", messages: "")
        await server.stop()

        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        #expect(result.messages == "contacts: 3 pages, 60 people stored.\n")
        #expect(log.requests.count == 3)
        #expect(listed.lines.count == 60)
    }

    @Test func `on trial it says what would be fetched, and fetches nothing`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": "http://127.0.0.1:1/api/"])
        let messages = "contacts: Would fetch up to 3 pages of 20 people from the API of DEV, and store them.\n"
        try await contacts.succeed("sync", "--results", "20", "--pages", "3", "-n", messages: messages)
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
    }

    @Test func `options for books of another kind are refused, by name`() async throws {
        let folder = try TemporaryFolder()
        let contacts = try Binary()
        try await contacts.succeed("book", "add", "old", "--folder", folder.url.path)
        for (arguments, option) in [
            (["sync", "--conflict", "ours"], "--conflict"), (["sync", "--json"], "--json"),
            (["sync", "--watch"], "--watch"), (["--book", "old", "sync", "--pages", "1"], "--pages"),
            (["--book", "old", "sync", "--results", "5"], "--results"),
        ] {
            try await contacts.fail(64, arguments, saying: option)
        }
    }

    @Test func `a watched folder that goes away takes no contact with it, and is watched again`() async throws {
        let folder = try TemporaryFolder()
        let cards = folder.url.appending(path: "cards")
        let away = folder.url.appending(path: "away")
        func write(_ name: String, into place: URL) throws {
            try "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(name)\r\nFN:\(name)\r\nN:;\(name);;;\r\nEND:VCARD\r\n"
                .write(to: place.appending(path: "\(name).vcf"), atomically: true, encoding: .utf8)
        }
        try FileManager.default.createDirectory(at: cards, withIntermediateDirectories: false)
        for name in ["Ada", "Bob"] { try write(name, into: cards) }
        let contacts = try Binary()
        try await contacts.succeed("book", "add", "cards", "--folder", cards.path)
        let messages = Pipe()
        let run = try await contacts.start(
            ["--book", "cards", "sync", "--watch"],
            messages: messages.fileHandleForWriting
        )
        try messages.fileHandleForWriting.close()
        func line(with text: String) async throws {
            while true {
                let line = await messages.fileHandleForReading.firstLine
                try #require(!line.isEmpty, "“\(text)” does not come")
                // A file of a folder that is being removed isn't a removed contact.
                try #require(!line.hasSuffix("removed here."))
                if line.contains(text) { return }
            }
        }
        try await line(with: "2 new here")
        try FileManager.default.moveItem(at: cards, to: away)
        try await line(with: "is missing")
        #expect(try await contacts.run("--book", "cards", "list").lines.count == 2)
        try write("Eve", into: away)
        try FileManager.default.moveItem(at: away, to: cards)
        try await line(with: "1 new here")
        // Made again, it is another folder to the system, which is watched as well.
        // It goes file by file; a pass in between would take that for a removed contact.
        try FileManager.default.removeItem(at: cards.appending(path: "Ada.vcf"))
        try FileManager.default.removeItem(at: cards)
        try await line(with: "is missing")
        try FileManager.default.createDirectory(at: away, withIntermediateDirectories: false)
        for name in ["Ada", "Bob", "Eve", "Tim"] { try write(name, into: away) }
        try FileManager.default.moveItem(at: away, to: cards)
        try await line(with: "1 new here")
        try write("Zoe", into: cards)
        try await line(with: "1 new here")
        #expect(try await contacts.run("--book", "cards", "list").lines.count == 5)
        run.send(SIGINT)
        #expect(try await run.result.status == 130)
    }
}

@Suite(.timeLimit(.minutes(20))) struct SyncBlocTests {
    @Test func `each page is told, and a failure keeps what was stored before it`() async throws {
        let stored = SyncProgress(
            pagesDone: 1,
            pagesTotal: 2,
            people: 49,
            notices: [.unreadablePerson(page: 1, index: 7, reason: "it is not an object")]
        )
        let error = RepositoryError(.server, "The server answered 500.")
        let bloc = SyncBloc(service: StubSyncService(reports: [stored], error: error))
        var seen: [SyncBloc.State] = []
        _ = try await bloc.answer(to: .requested(SyncRequest(results: 50, pages: 2))) { seen.append($0) }
        #expect(seen.first == .loading(previous: stored))
        #expect(bloc.state == .error(SyncFailure(error: error, stored: stored)))
        await bloc.close()
    }
}
