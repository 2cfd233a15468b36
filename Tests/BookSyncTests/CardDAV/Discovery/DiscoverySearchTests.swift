import BookSyncDoubles
import Repository
import Synchronization
import Testing

@testable import BookSync

@Suite struct `A search that leads to other servers` {
    /// A provider whose address books are on another host than the account, as with iCloud.
    private static func shards(_ request: HTTPRequest) -> HTTPResponse {
        switch request.url.replacing(":443/", with: "/") {
        case "https://contacts.example/", "https://contacts.example/.well-known/carddav":
            .multistatus(.item("/", .principal("/7/principal/")))
        case "https://contacts.example/7/principal/":
            .multistatus(.item("/7/principal/", .home("https://p42.example:443/7/home/")))
        case "https://p42.example/7/home/":
            .multistatus(
                .item("/7/home/", .principal("https://contacts.example/7/principal/")),
                .item("/7/home/card/", .bookKind)
            )
        default: .answer(404)
        }
    }

    /// Answers questions, and keeps them.
    private final class Questions: Sendable {
        private let asked = Mutex<[String]>([])
        let answer: Bool

        init(_ answer: Bool) { self.answer = answer }

        var all: [String] { asked.withLock { $0 } }

        func ask(_ server: String, _ place: String) -> Bool {
            asked.withLock { $0.append("\(place) > \(server)") }
            return answer
        }
    }

    private func discovery(
        _ server: ScriptedServer,
        _ questions: Questions = Questions(false),
        service: DNSService? = nil
    ) -> CardDAVDiscovery {
        server.discovery(service) { questions.ask($0, $1) }
    }

    @Test func `Address books on another host are found when the user agrees, who is asked once`() async throws {
        let questions = Questions(true)
        let books = ["https://p42.example:443/7/home/card/"]
        let start = "https://contacts.example/"
        #expect(try await discovery(ScriptedServer(Self.shards), questions).books(at: start).map(\.url) == books)
        #expect(questions.all == ["contacts.example > https://p42.example"])
        // Without an agreement the other host gets nothing; the address that the error names leads to them by itself.
        let refused = ScriptedServer(Self.shards)
        let error = await #expect(throws: CardSourceError.self) { try await discovery(refused).books(at: start) }
        #expect(refused.hosts == ["contacts.example"])
        let home = "https://p42.example:443/7/home/"
        #expect(error?.message.contains(home) == true)
        let named = ScriptedServer(Self.shards)
        #expect(try await discovery(named).books(at: home).map(\.url) == books && named.hosts == ["p42.example"])
    }

    @Test func `A listed book on another host gets no password unasked`() async throws {
        let script: ScriptedServer.Script = { request in
            .multistatus(
                .item("/a/", .folderKind),
                .item("https://evil.example/a/b/", .bookKind)
                    + (request.url.hasSuffix("/mixed/") ? .item("/mixed/c/", .bookKind) : "")
            )
        }
        await expect(.badAnswer) { _ = try await discovery(ScriptedServer(script)).books(at: "https://dav.example/") }
        let mixed = try await discovery(ScriptedServer(script)).books(at: "https://dav.example/mixed/")
        #expect(mixed.map(\.url) == ["https://dav.example/mixed/c/"])
    }

    @Test func `A redirection of the well-known address elsewhere is asked about`() async throws {
        let script: ScriptedServer.Script = { request in
            HTTPAddress(request.url).host == "example.org"
                ? .answer(301, [("Location", "https://dav.provider.example/x/")])
                : .multistatus(.item("/x/", .bookKind))
        }
        let questions = Questions(true)
        let books = try await discovery(ScriptedServer(script), questions).books(at: "ada@example.org")
        #expect(books.map(\.url) == ["https://dav.provider.example/x/"])
        #expect(questions.all == ["example.org > https://dav.provider.example"])
        let refused = ScriptedServer(script)
        await expect(.badAnswer) { _ = try await discovery(refused).books(at: "ada@example.org") }
        #expect(refused.hosts == ["example.org"])
    }

    @Test func `DNS names the server of a domain, and a host outside of it is asked about`() async throws {
        let server = ScriptedServer { request in
            HTTPAddress(request.url).requestTarget == "/x/" ? .multistatus(.item("/x/", .bookKind)) : .answer(404)
        }
        let asked = "example.org > https://dav.provider.example"
        for (host, question) in [("dav.example.org", []), ("dav.provider.example", [asked])] {
            let questions = Questions(true)
            let service = DNSService(host: host, port: 443, path: "/x/")
            let books = try await discovery(server, questions, service: service).books(at: "ada@example.org")
            #expect(books.map(\.url) == ["https://\(host)/x/"] && questions.all == question)
        }
        let before = server.requests.count
        for outside in ["evil.example", "evilexample.org", "example.org.evil.example"] {
            await expect(.missing) {
                let service = DNSService(host: outside, port: 443, path: "/x/")
                _ = try await discovery(server, service: service).books(at: "example.org")
            }
        }
        #expect(server.requests.count == before)
    }

    @Test(arguments: [
        "http://dav.provider.example/", "http://127.0.0.1:80/", "https://localhost/", "https://a:b@x.example/",
    ])
    func `Where the password could be read, or to this machine, nothing leads`(target: String) async throws {
        let server = ScriptedServer { _ in .answer(302, [("Location", target)]) }
        let questions = Questions(true)
        await expect(.badAnswer) { _ = try await discovery(server, questions).books(at: "https://dav.example/") }
        #expect(questions.all.isEmpty && server.hosts == ["dav.example"])
    }

    @Test func `Servers that lead to one another end`() async throws {
        let server = ScriptedServer { [count = Counter()] _ in
            .answer(302, [("Location", "https://s\(count.next()).example/")])
        }
        await expect(.badAnswer) { _ = try await discovery(server, Questions(true)).books(at: "https://dav.example/") }
        #expect(server.requests.count < 20)
    }

    @Test func `In place of an address with nothing at it, no other book is taken`() async throws {
        let script: ScriptedServer.Script = { request in
            switch HTTPAddress(request.url).requestTarget {
            case "/", "/.well-known/carddav":
                .multistatus(.item("/", .folderKind), .item("/ada/other/", .bookKind))
            default: .answer(404)
            }
        }
        #expect(try await discovery(ScriptedServer(script)).books(at: "https://dav.example/").count == 1)
        let error = await #expect(throws: CardSourceError.self) {
            try await discovery(ScriptedServer(script)).books(at: "https://dav.example/ada/gone/")
        }
        #expect(error?.code == .missing && error?.message.contains("/ada/gone/") == true)
        #expect(error?.message.contains("https://dav.example:443/ada/other/") == true)
    }
}
