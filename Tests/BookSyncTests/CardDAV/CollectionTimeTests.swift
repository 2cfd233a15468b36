import BookSyncDoubles
import Foundation
import Repository
import Synchronization
import Testing

@testable import BookSync

@Suite(.withServers) struct `The time of the last change in a collection` {
    private static let noon = "Sun, 06 Nov 1994 12:00:00 GMT"

    private static func time(_ seconds: Int) -> String {
        "Sun, 06 Nov 1994 12:\(String(format: "%02d:%02d", seconds / 60, seconds % 60)) GMT"
    }

    @Test func `It is a mark when it was over as it was asked for, and for a day`() throws {
        let asked = try #require(RetryAfter.seconds(httpDate: Self.noon)) + 60
        #expect(CollectionTime(Self.time(58), asked: asked) == nil)
        #expect(CollectionTime(nil, asked: asked) == nil && CollectionTime("yesterday", asked: asked) == nil)
        #expect(CollectionTime(Self.noon, asked: nil) == nil)
        // A clock that was set back.
        #expect(CollectionTime(Self.time(600), asked: asked) == nil)
        let mark = try #require(CollectionTime(Self.noon, asked: asked))
        let kept = try #require(CollectionTime(text: mark.text))
        #expect(kept == mark && CollectionTime(text: "") == nil && CollectionTime(text: "x y") == nil)
        #expect(kept.holds(at: CollectionTime(Self.noon, asked: asked + 80_000)))
        #expect(!kept.holds(at: CollectionTime(Self.noon, asked: asked + 90_000)))
        #expect(!kept.holds(at: CollectionTime(Self.noon, asked: asked - 10)))
        #expect(!kept.holds(at: CollectionTime(Self.time(1), asked: asked + 1)))
        #expect(!kept.holds(at: nil))
    }

    @Test func `Radicale is asked for no tag once its time is known, other servers are asked for theirs`() async throws
    {
        let isRadicale = Mutex(true)
        let server = ScriptedServer { request in
            let asksTag = String(decoding: request.body, as: UTF8.self).contains("getctag")
            let tag = asksTag ? #"<getctag xmlns="http://calendarserver.org/ns/">c</getctag>"# : ""
            let version = isRadicale.withLock { $0 } ? #"<version xmlns="http://radicale.org/ns/">3</version>"# : ""
            var answer = HTTPResponse.multistatus(
                HTTPResponse.item(
                    "/ada/",
                    "<resourcetype><collection/><c:addressbook/></resourcetype><sync-token>t</sync-token>\(tag)\(version)"
                        + "<getlastmodified>\(Self.noon)</getlastmodified>"
                )
            )
            answer.headers = HTTPHeaderFields([("Date", Self.time(30))])
            return answer
        }
        let book = "https://dav.example/ada/"
        let source = try CardDAVSource(address: book, client: server.client(book))
        let first = try await source.describe().mark
        #expect(first.tag == "c" && first.cheap?.isEmpty == false)
        let second = try await source.describe(since: first).mark
        #expect(second.tag == nil && second.isState(of: first) && server.requests.count == 2)
        let third = try await source.describe(since: ChangeMark(cheap: "")).mark
        #expect(third.cheap == first.cheap && third.tag == nil)
        isRadicale.withLock { $0 = false }
        let other = try await source.describe(since: first).mark
        #expect(other.cheap == nil && other.tag == "t" && !other.isState(of: first))
    }

    @Test(arguments: SourceKind.servers)
    func `A pass in which nothing was changed is one request`(kind: SourceKind) async throws {
        let server = try #require(kind.server.flatMap { TestServer.running[$0] })
        let book = try await server.makeBook()
        let direct = try CardDAVSource(address: book, client: server.client())
        for uid in ["a", "b", "c"] { _ = try await direct.create(Array(card(uid, name: uid).utf8), uid: uid) }
        // What was changed long ago is known by its time.
        let files = FileManager.default.enumerator(at: server.folder, includingPropertiesForKeys: nil)
        while kind == .radicale, let file = files?.nextObject() as? URL {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -1000)],
                ofItemAtPath: file.path
            )
        }
        let bodies = Mutex<[String]>([])
        let script: FaultyProxy.Script = { request in
            bodies.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
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
                    bodies.withLock { $0 = [] }
                    return try await pass.run()
                }
                #expect(try await pass().count(.addedHere) == 3)
                for _ in 1...2 {
                    #expect(try await pass().entries == [])
                    let asked = bodies.withLock { $0 }
                    #expect(asked.count == 1)
                    #expect(asked.first?.contains("getctag") == (kind == .xandikos))
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
