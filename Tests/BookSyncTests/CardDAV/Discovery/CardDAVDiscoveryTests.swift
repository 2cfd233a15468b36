import BookSyncDoubles
import Repository
import Testing

@testable import BookSync

@Suite struct `The search for address books` {
    @Test(arguments: SourceKind.servers)
    func `An address of the server leads to all books, one of a book to it`(kind: SourceKind) async throws {
        let server = try await TestServer.shared(kind)
        let first = try await server.makeBook()
        let second = try await server.makeBook()
        let discovery = CardDAVDiscovery(credentials: .password(user: TestServer.user, secret: { TestServer.password }))
        let books = try await discovery.books(at: server.origin)
        #expect(Set(books.map(\.url)).isSuperset(of: [first, second]))
        #expect(books.first { $0.url == first }?.name == "Freunde & Söhne")
        #expect(try await discovery.books(at: first).map(\.url) == [first])
    }

    @Test(arguments: [("all", false), ("write", false), ("write-content", false), ("bind", false), ("read-acl", true)])
    func `A book is read-only unless a privilege allows to write`(privilege: String, isReadOnly: Bool) async throws {
        let rights = ["read", privilege].map { "<privilege><\($0)/></privilege>" }.joined()
        let kind = String.bookKind + "<current-user-privilege-set>\(rights)</current-user-privilege-set>"
        let server = ScriptedServer { _ in .multistatus(.item("/x/", kind)) }
        let book = "https://example.org/x/"
        #expect(try await CardDAVSource(address: book, client: server.client(book)).describe().isReadOnly == isReadOnly)
    }

    @Test func `An address with characters that no URL has is asked for in their encoded form`() async throws {
        let server = ScriptedServer { _ in .multistatus(.item("/m%C3%BC%20x/", .bookKind)) }
        let books = try await server.discovery().books(at: "https://example.org/mü x/")
        #expect(books.map(\.url) == ["https://example.org/m%C3%BC%20x/"])
        #expect(server.requests.allSatisfy { $0.url == "https://example.org/m%C3%BC%20x/" })
    }

    @Test func `For one that is gone, its server alone is asked, from its folders on`() async throws {
        let server = ScriptedServer { _ in .answer(404) }
        let lost = "https://example.org/dav/ada/book/"
        for place in ["https://other.example/", "ada@example.org", lost] {
            #expect(try await server.discovery().books(besides: lost, at: place).isEmpty)
        }
        let asked = ["/dav/ada/", "/dav/", "/.well-known/carddav", "/"].map { "https://example.org:443\($0)" }
        #expect(server.requests.map(\.url) == asked + asked + asked)
        let elsewhere = ScriptedServer { request in
            HTTPAddress(request.url).requestTarget == "/dav/ada/"
                ? .multistatus(
                    .item("/dav/ada/", .folderKind),
                    .item("https://evil.example/b/", "<resourcetype><c:addressbook/></resourcetype>")
                ) : .answer(301, [("Location", "https://evil.example/")])
        }
        #expect(try await elsewhere.discovery().books(besides: lost, at: lost).isEmpty)
        #expect(elsewhere.hosts == ["example.org"])
        let refusing = ScriptedServer { _ in .answer(401) }
        await expect(.authentication) { _ = try await refusing.discovery().books(besides: lost, at: lost) }
        #expect(refusing.requests.count == 1)
    }

    @Test func `The places are tried in order, and a wrong password only once`() async throws {
        let server = ScriptedServer { _ in .answer(404) }
        await expect(.missing) { _ = try await server.discovery().books(at: "https://example.org/a") }
        let places = ["/a", ":443/.well-known/carddav", ":443/"].map { "https://example.org\($0)" }
        #expect(server.requests.map(\.url) == places)
        let refusing = ScriptedServer { _ in .answer(401) }
        await expect(.authentication) { _ = try await refusing.discovery().books(at: "example.org") }
        #expect(refusing.requests.count == 1)
    }
}

@Suite struct `Answers of DNS` {
    private func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    private func message(_ type: UInt8, _ records: [[UInt8]]) -> [UInt8] {
        let head: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0]
        let question = name("_carddavs._tcp.example.org") + [0, type, 0, 1]
        return head + question + records.flatMap { [0xC0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, UInt8($0.count)] + $0 }
    }

    @Test func `Servers come by priority and weight, and the path is read`() {
        let records: [[UInt8]] = [
            [0, 9, 0, 0, 1, 187] + name("C.example.org"), [0, 1, 0, 5, 32, 251] + name("b.example.org"),
            [0, 1, 0, 9, 1, 187] + name("a.example.org"),
        ]
        let services = DNSMessage.services(in: message(33, records))
        let places = ["a.example.org:443", "b.example.org:8443", "c.example.org:443"]
        #expect(services.map { "\($0.host):\($0.port)" } == places)
        let texts = DNSMessage.texts(in: message(16, [[4] + Array("a=b ".utf8) + [9] + Array("path=/dav".utf8)]))
        #expect(texts == ["a=b ", "path=/dav"])
        #expect(DNSMessage.services(in: message(33, [[0, 0, 0, 0, 0, 0, 0]])).isEmpty, "a domain without the service")
    }

    @Test func `What is cut, circular or no host leads to nothing`() {
        let whole = message(33, [[0, 1, 0, 0, 1, 187] + name("a.example.org")])
        for count in 0..<whole.count { #expect(DNSMessage.services(in: Array(whole.prefix(count))).isEmpty) }
        #expect(DNSMessage.services(in: message(33, [[0, 1, 0, 0, 1, 187, 0xC0, 61]])).isEmpty)
        #expect(DNSMessage.services(in: message(33, [[0, 1, 0, 0, 1, 187] + name("a/b@c")])).isEmpty)
        #expect(DNSMessage.texts(in: message(16, [[200, 65]])).isEmpty)
    }
}
