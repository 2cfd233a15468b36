import BookSyncDoubles
import Foundation
import Repository
import Synchronization
import Testing

@testable import BookSync

@Suite(.withServers) struct `A pass over a server` {
    @Test(arguments: SourceKind.servers)
    func `A pass in which nothing was changed is one request`(kind: SourceKind) async throws {
        let server = try #require(kind.server.flatMap { TestServer.running[$0] })
        let book = try await server.makeBook()
        let direct = try CardDAVSource(address: book, client: server.client())
        for uid in ["a", "b", "c"] { _ = try await direct.create(Array(card(uid, name: uid).utf8), uid: uid) }
        let requests = Mutex(0)
        let script: FaultyProxy.Script = { _ in
            requests.withLock { $0 += 1 }
            return .none
        }
        try await FaultyProxy.before(server.origin, script: script) { proxy in
            let address = book.replacing(server.origin, with: proxy.origin)
            let credentials = DAVCredentials.password(user: TestServer.user, secret: { TestServer.password })
            try await SyncedBook.with { book in
                func pass() async throws -> SyncReport {
                    let client = try DAVClient(address: proxy.origin, credentials: credentials)
                    let source = try CardDAVSource(address: address, client: client)
                    var pass = SyncPass(store: book.store, source: source)
                    requests.withLock { $0 = 0 }
                    return try await pass.run()
                }
                #expect(try await pass().count(.addedHere) == 3)
                for _ in 1...2 {
                    #expect(try await pass().entries == [])
                    #expect(requests.withLock { $0 } == 1)
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
    }
}
