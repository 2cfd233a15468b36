import Repository
import Testing

@testable import BookSync

@Suite(.withServers) struct `The search for address books` {
    @Test(arguments: SourceKind.servers)
    func `An address of the server leads to all books, one of a book to it`(kind: SourceKind) async throws {
        let server = try #require(kind.server.flatMap { TestServer.running[$0] })
        let first = try await server.makeBook()
        let second = try await server.makeBook()
        let discovery = CardDAVDiscovery(
            credentials: .password(user: TestServer.user, secret: { TestServer.password })
        )
        let books = try await discovery.books(at: server.origin)
        #expect(Set(books.map(\.url)).isSuperset(of: [first, second]))
        #expect(books.first { $0.url == first }?.name == "Freunde & Söhne")
        #expect(try await discovery.books(at: first).map(\.url) == [first])
    }

    private func discovery(_ server: ScriptedServer, _ service: DNSService?) -> CardDAVDiscovery {
        CardDAVDiscovery(
            credentials: .password(user: "ada", secret: { "secret" }),
            lookup: { _ in service },
            makeClient: { try server.client($0, credentials: $1) }
        )
    }

    @Test func `DNS is asked for a domain, and a host outside of it is only named`() async throws {
        let server = ScriptedServer { request in
            request.url == "https://dav.example.org/x/"
                ? .multistatus(HTTPResponse.item("/x/", "<resourcetype><collection/><c:addressbook/></resourcetype>"))
                : .answer(404)
        }
        let inside = DNSService(host: "dav.example.org", port: 443, path: "/x/")
        #expect(
            try await discovery(server, inside).books(at: "ada@example.org").map(\.url) == [
                "https://dav.example.org/x/"
            ]
        )
        let before = server.requests.count
        await expect(.missing) {
            _ = try await discovery(server, DNSService(host: "evil.example", port: 443)).books(at: "example.org")
        }
        #expect(server.requests.count == before)
    }

    @Test func `The places are tried in order, and a wrong password only once`() async throws {
        let server = ScriptedServer { _ in .answer(404) }
        await expect(.missing) { _ = try await discovery(server, nil).books(at: "https://example.org/a") }
        #expect(
            server.requests.map(\.url) == [
                "https://example.org/a", "https://example.org:443/.well-known/carddav", "https://example.org:443/",
            ]
        )
        let refusing = ScriptedServer { _ in .answer(401) }
        await expect(.authentication) { _ = try await discovery(refusing, nil).books(at: "example.org") }
        #expect(refusing.requests.count == 1)
    }
}
