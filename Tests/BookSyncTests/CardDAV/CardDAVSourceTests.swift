import BookSyncDoubles
import Repository
import Testing

@testable import BookSync

@Suite struct `An address book on a server that fails` {
    private let book = "https://dav.example/ada/"
    private let text = card("1")

    private func source(_ script: @escaping ScriptedServer.Script) throws -> (CardDAVSource, ScriptedServer) {
        let server = ScriptedServer(script)
        return (try CardDAVSource(address: book, client: server.client(book)), server)
    }

    @Test func `A web page and another kind of answer are one clear failure`() async throws {
        for body in ["<!DOCTYPE html><html>Log in</html>", "{}", "<rss/>", "", "<multistatus xmlns=\"DAV:\">"] {
            let (source, _) = try source { _ in .answer(200, [], body) }
            await expect(.badAnswer) { _ = try await source.describe() }
        }
    }

    @Test(arguments: [(404, CardSourceError.Code.missing), (410, .missing), (418, .badAnswer), (500, .unavailable)])
    func `A list that is refused says what is wrong`(status: Int, code: CardSourceError.Code) async throws {
        for token in [nil, "t"] {
            let (source, _) = try source { _ in .answer(status) }
            await expect(code) { _ = try await source.changes(since: token) }
        }
    }

    @Test func `Names outside are left out and named, and only those are a failure`() async throws {
        let (source, _) = try source { _ in
            .multistatus(
                .card("/ada/a.vcf"),
                .card("/eve/b.vcf"),
                .card("https://evil.example/ada/c.vcf"),
                .card("/ada/a.vcf", 2),
                .token("t")
            )
        }
        let changes = try await source.changes(since: nil)
        #expect(changes.items == [CardItem(href: "/ada/a.vcf", etag: "2")] && changes.notes.count == 1)
        let (outside, _) = try self.source { _ in .multistatus(.card("/x/b.vcf")) }
        await expect(.badAnswer) { _ = try await outside.changes(since: nil) }
    }

    @Test func `The mark of the state is one question, and the token where there is no other mark`() async throws {
        let kind = String.bookKind
        let (tagged, server) = try source { _ in
            .multistatus(.item("/ada/", kind + #"<getctag xmlns="http://calendarserver.org/ns/">c</getctag>"#))
        }
        #expect(try await tagged.describe().changeTag == "c")
        #expect(server.requests.count == 1)
        #expect(server.requests.allSatisfy { !$0.text.contains("sync-token") })
        let (untagged, _) = try source { request in
            let asksToken = request.text.contains("<sync-token/>")
            return .multistatus(.item("/ada/", asksToken ? .token("t") : kind))
        }
        #expect(try await untagged.describe().changeTag == "t")
    }

    @Test func `A server that wants a token gets the list asked for, with the token from before it`() async throws {
        let (source, server) = try source { request in
            if request.method == "REPORT" { return .answer(400) }
            return request.text.contains("<sync-token/>")
                ? .multistatus(.item("/ada/", .token("t")))
                : .multistatus(.card("/ada/a.vcf"))
        }
        let changes = try await source.changes(since: nil)
        #expect(changes.token == "t" && changes.isFullList && changes.items.count == 1)
        #expect(server.requests.map(\.method) == ["REPORT", "PROPFIND", "PROPFIND"])
    }

    @Test func `A list in parts goes on, and ends when a part brings nothing new and after many parts`() async throws {
        func pages(_ card: @escaping @Sendable (Int) -> String) async throws -> Int {
            let count = Counter()
            let (source, server) = try source { _ in
                let page = count.next()
                return .multistatus(card(page), .status("/ada/", 507), .token("p\(page)"))
            }
            for token in [nil, "t"] { await expect(.badAnswer) { _ = try await source.changes(since: token) } }
            return server.requests.count / 2
        }
        #expect(try await pages { _ in "" } == 1)
        #expect(try await pages { _ in .card("/ada/a.vcf") } == 2)
        #expect(try await pages { _ in .status("/ada/a.vcf", 404) } == 2)
        #expect(try await pages { .card("/ada/\($0).vcf") } == 111)
        let (paged, _) = try source { request in
            request.text.contains("<sync-token></sync-token>")
                ? .multistatus(.card("/ada/a.vcf"), .status("/ada/", 507), .token("p"))
                : .multistatus(.card("/ada/b.vcf"), .token("q"))
        }
        let changes = try await paged.changes(since: nil)
        #expect(changes.items.count == 2 && changes.token == "q" && changes.isFullList)
    }

    @Test func `Names that differ in the form of their letters only are two cards`() async throws {
        let names = ["/ada/caf%C3%A9.vcf", "/ada/cafe%CC%81.vcf", "/ada/%CC%81a.vcf"]
        let (source, _) = try source { [text] request in
            request.text.contains("multiget")
                ? .multistatus(names.enumerated().map { number, name in .card(name, number, text) })
                : .multistatus(names.map { .card($0) })
        }
        let changes = try await source.changes(since: nil)
        #expect(changes.items.map(\.href) == names && changes.notes.isEmpty)
        #expect(try await source.read(names).map(\.etag) == ["0", "1", "2"])
    }

    @Test func `A tag with a line feed costs only its own card`() async throws {
        let (source, scripted) = try source { [text] request in
            if request.method == "PUT" { return .answer(204, [("ETag", "3")]) }
            return .multistatus(.card("/ada/a.vcf", "1&#10;2", text), .card("/ada/b.vcf", 2, text))
        }
        let items = try await source.changes(since: nil).items
        #expect(items.map(\.etag) == ["1\n2", "2"])
        #expect(try await source.read(items.map(\.href)).map(\.etag) == ["1\n2", "2"])
        let tag = items[0].etag
        await expect(.forbidden) { _ = try await source.update("/ada/a.vcf", ifMatch: tag, bytes: Array(text.utf8)) }
        await expect(.forbidden) { try await source.remove("/ada/a.vcf", ifMatch: tag) }
        _ = try await source.update("/ada/b.vcf", ifMatch: "2", bytes: Array(text.utf8))
        #expect(scripted.requests.filter { $0.method == "PUT" }.count == 1)
    }

    @Test func `A lost token and a missing report lead to the whole list`() async throws {
        let (source, server) = try source { request in
            if request.text.contains("<sync-token>old") {
                return .answer(403, [], #"<error xmlns="DAV:"><valid-sync-token/></error>"#)
            }
            if request.method == "REPORT" { return .answer(501) }
            let types = [("a.vcf", "text/vcard; charset=utf-8"), ("n.txt", "text/plain")]
            let items = types.map { name, type in
                String.item("/ada/\(name)", "<getetag>1</getetag><getcontenttype>\(type)</getcontenttype>")
            }
            return .multistatus([.item("/ada/", .folderKind)] + items)
        }
        let changes = try await source.changes(since: "old")
        #expect(changes.isFullList && changes.items.map(\.href) == ["/ada/a.vcf"])
        #expect(server.requests.map(\.method) == ["REPORT", "REPORT", "PROPFIND"])
    }

    @Test func `The card that the server fails at costs only itself`() async throws {
        let (source, _) = try source { [text] request in
            if request.method == "GET" { return request.url.hasSuffix("7.vcf") ? .answer(500) : .answer(404) }
            if request.text.contains("/7.vcf") { return .answer(500) }
            return .multistatus(request.elements("href").filter { !$0.hasSuffix("/3.vcf") }.map { .card($0, 1, text) })
        }
        let reads = try await source.read((0..<20).map { "/ada/\($0).vcf" })
        #expect(reads.count == 20 && reads.count { !$0.lines.isEmpty } == 18)
        #expect(reads.contains(CardRead(href: "/ada/3.vcf", content: .missing)))
        let refused = CardRead.Content.unreadable("the server refused it (500)", etag: nil)
        #expect(reads.contains(CardRead(href: "/ada/7.vcf", content: refused)))
    }

    @Test func `A large card is read, and one that is too large is named`() async throws {
        let text = card("1", note: String(repeating: "x", count: 2 << 20))
        let huge = card("2", note: String(repeating: "x", count: 17 << 20))
        let (source, server) = try source { request in
            if request.method == "GET" { return .answer(200, [("ETag", "2")], huge) }
            return .multistatus(.card("/ada/large.vcf", 1, text), .card("/ada/huge.vcf", 1, huge))
        }
        let reads = try await source.read(["/ada/large.vcf", "/ada/huge.vcf", "/ada/alone.vcf"])
        #expect(reads.first?.etag == "1")
        #expect(reads[1].content == .unreadable("it is larger than 16 MB", etag: "1"))
        #expect(reads.last?.content == .unreadable("it is larger than 16 MB", etag: "2"))
        #expect(server.requests.filter { $0.method == "GET" }.map(\.url) == ["https://dav.example:443/ada/alone.vcf"])
    }

    @Test func `Cards that are too many for the memory are left for another question`() async throws {
        let text = card("1", note: String(repeating: "x", count: 300 << 10))
        let (source, _) = try source { request in
            .multistatus(request.elements("href").map { .card($0, 1, text) })
        }
        var left = Set((0..<24).map { "/ada/\($0).vcf" })
        var rounds = 0
        while !left.isEmpty, rounds < 10 {
            let reads = try await source.read(left.sorted())
            #expect(reads.count < 20 && reads.allSatisfy { left.contains($0.href) && $0.etag == "1" })
            left.subtract(reads.map(\.href))
            rounds += 1
        }
        #expect(left.isEmpty && rounds > 1)
    }

    @Test func `A write whose answer was lost is looked for before it fails`() async throws {
        let (done, _) = try source { [text] request in
            if request.method == "PUT" { throw HTTPTransportError(.brokenOff, "reset") }
            return .answer(200, [("ETag", "\"9\"")], text)
        }
        let written = try await done.create(Array(text.utf8), uid: "1")
        #expect(written == CardWrite(href: "/ada/1.vcf", etag: "\"9\"", needsReading: false))
        let (lost, _) = try source { request in
            if request.method == "PUT" { throw HTTPTransportError(.brokenOff, "reset") }
            return .answer(404)
        }
        await expect(.unavailable) { _ = try await lost.create(Array(text.utf8), uid: "1") }
    }

    @Test(arguments: [
        (403, "<no-uid-conflict/>", CardSourceError.Code.conflict), (403, "<need-privileges/>", .readOnly),
        (403, "", .forbidden), (409, "", .missing), (412, "<valid-address-data/>", .invalidCard),
        (413, "", .tooLarge), (415, "", .invalidCard), (507, "", .quota), (403, "<max-resource-size/>", .tooLarge),
        (403, "<quota-not-exceeded/>", .quota), (405, "", .readOnly), (502, "", .unavailable),
    ])
    func `A refusal has its meaning`(status: Int, condition: String, code: CardSourceError.Code) async throws {
        let (source, _) = try source { _ in
            .answer(status, [], condition.isEmpty ? "no" : "<error xmlns=\"DAV:\">\(condition)</error>")
        }
        await expect(code) { _ = try await source.create(Array(text.utf8), uid: "1") }
    }

    @Test func `Writes carry the tag as it came`() async throws {
        let (source, server) = try source { _ in .answer(204, [("ETag", "new")]) }
        _ = try await source.update("/ada/1.vcf", ifMatch: "unquoted", bytes: Array(text.utf8))
        _ = try await source.create(Array(text.utf8), uid: "1")
        try await source.remove("/ada/1.vcf", ifMatch: "W/\"x\"")
        #expect(server.requests.map { $0.headers["If-Match"] } == ["unquoted", nil, "W/\"x\""])
        #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "*", nil])
        #expect(server.requests.allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
    }
}
