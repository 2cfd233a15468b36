import BookSyncDoubles
import Foundation
import Loopback
import LoopbackHTTP
import RandomUserServer
import Repository
import Services
import Synchronization
import Testing

@testable import BookSync
@testable import ContactsCLI

struct SyncCommandTests {
    @Test func `sync fetches the pages asked for and tells what is stored`() async throws {
        let log = RequestLog<String>()
        let server = try await EmbeddedServer.start { request, _ in log.add(request.target) }
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": server.baseURL])
        let stored = "3 pages, 60 people stored."
        try await contacts.succeed("sync", "--results", "20", "--pages", "3", output: "", said: stored)
        #expect(log.requests.count == 3)
        #expect(try await contacts.run("list", "--offline").lines.count == 60)
        try await contacts.succeed("sync", "-q", messages: "")
        await server.stop()
    }

    @Test func `a failure keeps the pages that were stored before it, and says how many`() async throws {
        let sound = try await EmbeddedServer.start()
        let server = try FaultyServer(before: sound.baseURL) { $0 == 0 ? .none : .answer(500) }
        let address = ["CONTACTS_API_ENDPOINT_URL": server.baseURL, "CONTACTS_API_RETRY_LIMIT": "0"]
        let contacts = try Binary(variables: address)
        let stored = "1/2 pages, 20 people stored before the failure."
        try await contacts.fail(69, "sync", "--results", "20", "--pages", "2", output: "", saying: stored)
        #expect(try await contacts.run("list", "--offline").lines.count == 20)
        server.stop()
        await sound.stop()
    }

    @Test func `on trial it says what would be fetched, and fetches nothing`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": "http://127.0.0.1:1/api/"])
        let plan = "Would fetch up to 3 pages of 20 people from the API of DEV, and store them."
        try await contacts.succeed("sync", "--results", "20", "--pages", "3", "-n", said: plan)
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
            try String.card("UID:\(name)", "FN:\(name)", "N:;\(name);;;")
                .write(to: place.appending(path: "\(name).vcf"), atomically: true, encoding: .utf8)
        }
        try FileManager.default.createDirectory(at: cards, withIntermediateDirectories: false)
        for name in ["Ada", "Bob"] { try write(name, into: cards) }
        let contacts = try Binary()
        try await contacts.succeed("book", "add", "cards", "--folder", cards.path)
        let (run, _, messages) = try await contacts.follow(["--book", "cards", "sync", "--watch"])
        func line(with text: String) async throws {
            while true {
                let line = await messages.firstLine
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

@Suite(.timeLimit(.minutes(10))) struct ConflictQuestionTests {
    private let contacts: Binary
    private let folder: TemporaryFolder

    init() throws {
        contacts = try Binary(variables: ["CONTACTS_BOOK": "old"])
        folder = try TemporaryFolder()
    }

    private func card(_ name: String, _ lines: [String]) -> String {
        .card(["UID:\(name)", "FN:\(name)", "N:;\(name);;;"] + lines)
    }

    private func write(_ name: String, _ lines: String...) throws {
        try folder.write(card(name, lines), to: "\(name).vcf")
    }

    /// Makes a book in which two contacts have other e-mail addresses and nicknames than their cards.
    private func makeConflicts() async throws {
        for name in ["Ada", "Bob"] { try write(name, "EMAIL:old@x.org", "NICKNAME:old") }
        try await contacts.succeed("book", "add", "old", "--folder", folder.url.path)
        try await contacts.succeed("sync")
        let mine = ["Ada", "Bob"].map { card($0, ["EMAIL:mine@x.org", "NICKNAME:mine"]) }.joined()
        try await contacts.succeed("import", contacts.home.write(mine, to: "mine.vcf"), saying: "2 updated")
        for name in ["Ada", "Bob"] { try write(name, "EMAIL:theirs@x.org", "NICKNAME:theirs") }
    }

    private func rows() async throws -> [String] {
        try await contacts.run("list", "--fields", "name,email,nickname", "--format", "tsv").lines.sorted()
    }

    @Test func `each field has a question of its own, and an answer holds for the rest when it says so`() async throws {
        try await makeConflicts()
        let choice = "e-mail: “mine@x.org” here, “theirs@x.org” there"
        let resolved = "2 conflicts resolved: kept some of each"
        let typed = "what\nm\ns\nm all\n"
        let (screen, _) = try await contacts.type(typed, to: "sync", status: 0, showing: choice, resolved)
        let questions = screen.components(separatedBy: "Keep mine, the server's, or both? [m/s/B").count - 1
        let others = screen.components(separatedBy: "or both as two contacts? [m/s/B").count - 1
        #expect(questions + others == 4 && others >= 1, "\(screen)")
        let rows = try await rows()
        #expect(rows.count == 2 && rows[1] == "Bob\tmine@x.org\tmine", "\(rows)")
        #expect(["Ada\tmine@x.org\ttheirs", "Ada\ttheirs@x.org\tmine"].contains(rows[0]), "\(rows)")
        #expect(try await contacts.run("sync").messages.contains("nothing to do"))
        // Every value that was not kept can be read later.
        let lost = try await contacts.run("history", "conflicts", "--fields", "name,lost", "--format", "tsv").lines
        #expect(lost.count == 4 && Set(lost).isSuperset(of: ["Bob\ttheirs", "Bob\ttheirs@x.org"]), "\(lost)")
    }

    @Test func `one settled conflict names the fields that were kept of each side`() async throws {
        try await makeConflicts()
        try write("Bob", "EMAIL:mine@x.org", "NICKNAME:mine")
        try write("Ada", "EMAIL:theirs@x.org", "NICKNAME:mine")
        try await contacts.type("s\n", to: "sync", showing: "1 conflict resolved: kept the server’s e-mail")
        #expect(try await rows() == ["Ada\ttheirs@x.org\tmine", "Bob\tmine@x.org\tmine"])
    }

    @Test func `both keeps the values of a list together, and two contacts where a single value differs`() async throws
    {
        try await makeConflicts()
        try write("Ada", "EMAIL:theirs@x.org", "NICKNAME:mine")
        try await contacts.type("b all\n", to: "sync", "-q")
        let emails = try await contacts.run("show", "Ada", "--format", "json").output
        #expect(emails.contains("mine@x.org") && emails.contains("theirs@x.org"), "\(emails)")
        #expect(try await rows().map { $0.split(separator: "\t").last } == ["mine", "mine", "theirs"])
    }

    @Test func `quiet prints what went wrong, and no changes`() async throws {
        try await makeConflicts()
        try write("Cyd")
        try await contacts.succeed("sync", "-q", output: "", messages: "")
        try folder.write("no card", to: "bad.vcf")
        try write("Dee")
        let bad = try await contacts.fail(2, "sync", "-q")
        #expect(bad.lines.count == 1 && bad.output.contains("bad.vcf"), "\(bad)")
        #expect(try await contacts.run("sync", "-q", "--format", "tsv").output.contains("bad.vcf"))
    }
}

@Suite(.timeLimit(.minutes(10))) struct UnsentContactsTests {
    @Test func `contacts that the server does not store stay, with exit code 2 until they are there`() async throws {
        let server = try LoopbackDAVServer()
        for number in 0..<3 {
            server.server.put(String.card("UID:p\(number)", "FN:P \(number)", "N:\(number);P;;;"), as: "p\(number).vcf")
        }
        let contacts = try Binary(variables: ["CONTACTS_BOOK": "work"])
        try await contacts.succeed("book", "add", "work", "--carddav", server.address)
        try await contacts.succeed("sync")
        for name in ["Ada", "Bob"] { try await contacts.add("--first-name", name) }
        server.server.lies.forgottenWrites = 4
        for _ in 0..<2 {
            try await contacts.fail(2, "sync", saying: ": 2 not sent.")
            #expect(try await contacts.run("list").lines.count == 5)
        }
        try await contacts.succeed("sync", saying: "2 new there")
        try await contacts.succeed("sync", saying: "nothing to do")
        #expect(server.server.cards.count == 5)
    }
}

@Suite(.timeLimit(.minutes(10))) struct TokenCommandTests {
    @Test func `a command gives the tokens of a book, and none of them is stored or shown`() async throws {
        let tokens = ExpiringTokens(lifetime: 3)
        let server = try LoopbackDAVServer(door: tokens.refusal)
        server.server.put(String.card("UID:a", "FN:Ada", "N:;Ada;;;"), as: "a.vcf")
        let contacts = try Binary()
        let runs = contacts.home.url.appending(path: "runs").path
        let command = "echo x >> '\(runs)'; echo \"token-$(wc -l < '\(runs)' | tr -d ' ')\""
        try await contacts.succeed("book", "add", "w", "--carddav", server.address, "--token-command", command)
        let synced = try await contacts.succeed("--book", "w", "-v", "sync", saying: "1 new here")
        #expect(tokens.number > 1)
        // Each run of the program begins with a new token, which this server never accepts.
        try Data(repeating: UInt8(ascii: "\n"), count: 100).write(to: URL(filePath: runs))
        let refused = try await contacts.fail(77, "--book", "w", "-v", "sync", saying: "doesn't accept the token")
        let list = try contacts.home.text(of: ".local/share/contacts/books.json")
        for text in [synced.messages, synced.output, refused.messages, list] {
            for number in 1...102 { #expect(!text.contains("token-\(number)")) }
        }
    }
}

@Suite struct BookSyncRunTests {
    @Test func `errors of a source have the statuses of the program`() {
        func status(_ error: any Error) -> ContactsCLI.ExitStatus { Failure(error).status }
        #expect(status(CardSourceError(.authentication, "m")) == .noPermission)
        #expect(status(CardSourceError(.unavailable, "m")) == .unavailable)
        #expect(status(CardSourceError(.missing, "m")) == .noInput)
        #expect(status(CardSourceError(.badAnswer, "m")) == .badData)
        #expect(status(SyncRefusal(message: "m")) == .noPermission)
        #expect(status(RepositoryError(.databaseBusy, "m")) == .tryAgain)
    }

    @Test(arguments: [(nil, 30), (5, 30), (90, 90), (-10, 30)] as [(TimeInterval?, Int)])
    func `a watch leaves a source alone for 30 seconds, or as long as it asks for`(asked: TimeInterval?, seconds: Int) {
        let now = Date(timeIntervalSince1970: 1_000_000)
        #expect(BookSyncRun.pause(until: asked.map(now.addingTimeInterval), now: now) == .seconds(seconds))
    }

    @Test func `the address where a source was found is kept, but not by a trial`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteContactDAO(path: folder.path("contacts.db"))
        let moved = MemoryCardSource(name: "work")
        moved.description.newAddress = "https://dav.example/new/"
        let kept = Mutex<[String]>([])
        let service = StoreBookSyncService(store: store) { address in
            kept.withLock { $0.append(address) }
        } source: {
            moved
        }
        for isTrial in [true, false] {
            let report = try await service.synchronize(BookSyncRequest(isTrial: isTrial), ask: nil) { _ in }
            #expect(report.newAddress == "https://dav.example/new/")
            #expect(kept.withLock { $0 } == (isTrial ? [] : ["https://dav.example/new/"]))
        }
        await store.close()
    }

    @Test func `a trial changes neither side`() async throws {
        let contacts = try Binary(variables: ["CONTACTS_BOOK": "old"])
        try contacts.home.write(String.card("UID:a", "FN:Ada", "N:;Ada;;;"), to: "cards/a.vcf")
        try await contacts.succeed("book", "add", "old", "--folder", contacts.home.path("cards"))
        try contacts.home.write("no card", to: "cards/bad.vcf")
        try await contacts.add("Bob")
        let counts = "synchronize with “cards”: 1 new here, 1 new there, 1 kept apart."
        let trial = try await contacts.fail(2, "sync", "--dry-run", saying: "Would \(counts)")
        #expect(trial.lines.count == 3)
        #expect(try contacts.home.names(in: "cards").count == 2)
        #expect(try await contacts.run("list", "--fields", "first").lines == ["Bob"])
        #expect(try await contacts.fail(2, "sync").lines == trial.lines)
        #expect(try contacts.home.names(in: "cards").count == 3)
    }
}
