import BookSyncDoubles
import Foundation
import Loopback
import Repository
import Synchronization
import Testing

@testable import BookSync

/// What goes wrong between the program and a server, over real connections.
@Suite struct `An address book behind a bad connection` {
    private static let faults: [FaultyServer.Fault] = [
        .reset, .resetAnswer, .truncate(after: 40), .answer(503, fields: ["Retry-After: 1"]), .answer(502),
    ]

    /// Returns an address book on a server, the same one as it is seen through a proxy, and the proxy.
    private func addressBook(
        _ kind: SourceKind,
        timeout: Duration = .seconds(60),
        script: @escaping FaultyServer.RequestScript
    ) async throws -> (direct: CardDAVSource, faulty: CardDAVSource, FaultyServer) {
        let server = try await TestServer.shared(kind)
        let book = try await server.makeBook()
        let direct = try CardDAVSource(address: book, client: server.client())
        let proxy = try FaultyServer(changingRequestsTo: server.origin, script: script)
        let address = book.replacing(server.origin, with: proxy.origin)
        var retries = DAVClient.retries
        retries.sleep = { _ in }
        let credentials = DAVCredentials.password(user: TestServer.user, secret: { TestServer.password })
        let client = try DAVClient(address: proxy.origin, credentials: credentials, retries: retries, timeout: timeout)
        return (direct, try CardDAVSource(address: address, client: client), proxy)
    }

    @Test(arguments: SourceKind.servers.prefix(1), 0..<faults.count)
    func `A question that fails is asked again`(kind: SourceKind, fault: Int) async throws {
        let last = Mutex("")
        let script: FaultyServer.RequestScript = { request in
            // Each question fails the first time.
            let question = request.method + String(decoding: request.body, as: UTF8.self)
            return last.withLock { last in
                defer { last = question }
                return last == question || request.method == "PUT" ? .none : Self.faults[fault]
            }
        }
        let (direct, faulty, proxy) = try await addressBook(kind, script: script)
        defer { proxy.stop() }
        for uid in ["1", "2", "3"] { _ = try await direct.create(Array(card(uid).utf8), uid: uid) }
        #expect(try await faulty.describe().name == "Freunde & Söhne")
        let changes = try await faulty.changes(since: nil)
        #expect(changes.items.count == 3)
        let reads = try await faulty.read(changes.items.map(\.href))
        #expect(reads.count == 3 && reads.allSatisfy { !$0.lines.isEmpty })
    }

    @Test func `An answer that comes too slowly ends with the time of the request`() async throws {
        guard let kind = SourceKind.servers.first else { return }
        let script: FaultyServer.RequestScript = { $0.method == "PROPFIND" ? .drip(1) : .none }
        let (_, faulty, proxy) = try await addressBook(kind, timeout: .milliseconds(200), script: script)
        defer { proxy.stop() }
        await expect(.unavailable) { _ = try await faulty.describe() }
        #expect(proxy.requestCount == 3)
    }
}

@Suite struct `A pass over a server` {
    @Test(arguments: SourceKind.servers)
    func `A pass in which nothing was changed is one request`(kind: SourceKind) async throws {
        let server = try await TestServer.shared(kind)
        let address = try await server.makeBook()
        let direct = try CardDAVSource(address: address, client: server.client())
        for uid in ["a", "b", "c"] { _ = try await direct.create(Array(card(uid, name: uid).utf8), uid: uid) }
        let proxy = try FaultyServer(before: server.origin) { _ in .none }
        defer { proxy.stop() }
        let credentials = DAVCredentials.password(user: TestServer.user, secret: { TestServer.password })
        let book = SyncedBook()
        func pass() async throws -> SyncReport {
            let client = try DAVClient(address: proxy.origin, credentials: credentials)
            let seen = address.replacing(server.origin, with: proxy.origin)
            return try await book.sync(with: try CardDAVSource(address: seen, client: client))
        }
        #expect(try await pass().count(.addedHere) == 3)
        for _ in 1...2 {
            let before = proxy.requestCount
            #expect(try await pass().entries == [])
            #expect(proxy.requestCount == before + 1)
        }
        _ = try await direct.create(Array(card("d", name: "d").utf8), uid: "d")
        #expect(try await pass().count(.addedHere) == 1)
        try await book.change("a") { $0.note = "here" }
        #expect(try await pass().count(.changedThere) == 1)
        #expect(try await pass().entries == [])
        let href = try #require(try await direct.changes(since: nil).items.first { $0.href.contains("/b.vcf") })
        try await direct.remove(href.href, ifMatch: href.etag)
        #expect(try await pass().count(.removedHere) == 1)
        #expect(try await pass().entries == [])
    }
}
