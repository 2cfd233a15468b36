import BookSyncDoubles
import Foundation
import Repository
import Synchronization
import Testing

@testable import BookSync

@Suite struct SyncPassMovingTests {
    private let server = MovedDAVServer()
    private let book = SyncedBook()

    /// Makes a book of four contacts that was synchronized at the old address.
    init() async throws {
        for name in ["Ada", "Bob", "Cid"] {
            server.cards.put(SyncedBook.card("\(name) Stone", uid: name.lowercased()), as: "\(name).vcf")
        }
        server.cards.put(SyncedBook.card("Dot Stone"), as: "Dot.vcf")
        #expect(try await sync().count(.addedHere) == 4)
    }

    private func sync(at url: String = MemoryDAVServer.url, massRemoval: Bool = false) async throws -> SyncReport {
        try await book.sync(massRemoval: massRemoval, with: try server.source(at: url))
    }

    @Test(arguments: [404, 410])
    func `An address book that is elsewhere now is found by its cards`(status: Int) async throws {
        let before = try await book.contacts()
        try await book.change("Ada Stone") { $0.name.last = "Stein" }
        try await book.remove("Bob Stone")
        server.cards.put(SyncedBook.card("Cid Stone", uid: "cid", "NOTE:there"), as: "Cid.vcf")
        server.move(answering: status)
        let report = try await sync()
        #expect(report.newAddress == MovedDAVServer.newURL)
        #expect(report.count(.addedHere) == 0 && report.count(.removedHere) == 0)
        #expect(try await book.names() == ["Ada Stein", "Cid Stone", "Dot Stone"])
        #expect(Set(try await book.contacts().map(\.id)).isSubset(of: before.map(\.id)))
        #expect(try await book.contact("Cid Stone").note == "there")
        #expect(server.cards.cards.keys.sorted() == ["Ada.vcf", "Cid.vcf", "Dot.vcf"])
        #expect(server.cards.cards["Ada.vcf"]?.contains("N:Stein;Ada") == true)
        // Also where the new address was not kept, as after a crash.
        for url in [MovedDAVServer.newURL, MemoryDAVServer.url] {
            let again = try await sync(at: url)
            #expect(again.entries.isEmpty, "\(url): \(again.entries)")
        }
    }

    @Test func `Groups with cards of their own stay as they are`() async throws {
        server.cards.put(GroupForm.apple.card("friends", "ada", "elsewhere"), as: "g.vcf")
        server.cards.put("no card", as: "broken.vcf")
        _ = try await sync()
        let before = try await book.contacts()
        #expect(try await book.groups()["Ada Stone"] == ["friends"])
        server.cards.rename("g.vcf", to: "h.vcf")
        server.move(answering: 404)
        let report = try await sync()
        #expect(report.newAddress == MovedDAVServer.newURL)
        #expect(report.entries.map(\.action) == [.apart], "\(report.entries)")
        #expect(try await book.contacts() == before)
        try await book.change("Bob Stone") { $0.categories = ["friends"] }
        #expect(try await sync(at: MovedDAVServer.newURL).count(.changedThere) == 1)
        #expect(server.cards.cards["h.vcf"]?.contains("uuid:bob\r\n") == true)
    }

    @Test func `Cards with other names are known by their UIDs`() async throws {
        for name in ["Ada", "Bob", "Cid", "Dot"] { server.cards.rename("\(name).vcf", to: "x-\(name)-1.vcf") }
        server.move(answering: 404)
        server.list([MovedDAVServer.otherPath, MovedDAVServer.newPath])
        // Other people under the same names.
        for name in ["Ada", "Bob", "Cid", "Dot"] {
            server.others.put(SyncedBook.card("Not \(name)", uid: "not-\(name)"), as: "\(name).vcf")
        }
        let before = try await book.contacts()
        let report = try await sync()
        #expect(report.newAddress == MovedDAVServer.newURL && report.entries.isEmpty, "\(report.entries)")
        #expect(try await book.contacts() == before)
    }

    @Test func `An address book that is really gone changes nothing here`() async throws {
        let before = try await book.contacts()
        server.move(answering: 404)
        server.list([MovedDAVServer.otherPath])
        server.others.put(SyncedBook.card("Eve Other", uid: "eve"), as: "Ada.vcf")
        for _ in 0..<2 {
            let error = await #expect(throws: CardSourceError.self) { try await sync(massRemoval: true) }
            #expect(error?.code == .missing)
            #expect(
                error?.message == """
                    There is no address book at https://dav.example/ada/book/ (404). The other address book of the \
                    account has other cards: https://dav.example/people/7/other/. Nothing was changed or removed here.
                    """
            )
        }
        #expect(try await book.contacts() == before)
        // It is there again, with all its cards.
        server.cards.path = MemoryDAVServer.path
        #expect(try await sync().entries.isEmpty)
    }

    @Test(arguments: [301, 308, 302, 307])
    func `A redirection is followed, and remembered when it is for good`(status: Int) async throws {
        let before = try await book.contacts()
        server.move(answering: status)
        try await book.change("Ada Stone") { $0.note = "here" }
        let report = try await sync()
        #expect(report.newAddress == ([301, 308].contains(status) ? MovedDAVServer.newURL : nil))
        #expect(report.entries.map(\.action) == [.changedThere], "\(report.entries)")
        #expect(server.cards.cards["Ada.vcf"]?.contains("NOTE:here") == true)
        #expect(try await sync(at: report.newAddress ?? MemoryDAVServer.url).entries.isEmpty)
        #expect(try await book.contacts().map(\.id) == before.map(\.id))
        guard report.newAddress == nil else { return }
        // The redirection ends.
        server.cards.path = MemoryDAVServer.path
        try await book.change("Ada Stone") { $0.note = "again" }
        #expect(try await sync().entries.map(\.action) == [.changedThere])
    }
}

@Suite struct KnownCardsTests {
    private func known(_ cards: [(href: String, uid: String)]) -> KnownCards {
        KnownCards(
            cards.map { href, uid in
                var item = SyncItem()
                (item.href, item.uid) = (href, uid)
                return item
            }
        )
    }

    @Test(arguments: [
        (3, 3, true), (3, 2, true), (3, 1, false), (2, 1, false), (1, 1, true), (90, 60, true), (90, 59, false),
    ])
    func `A place is the same if at most a third of it is missing`(count: Int, there: Int, isSame: Bool) async throws {
        let known = known((0..<count).map { ("/old/\($0).vcf", "uid-\($0)") })
        for prefix in ["", "new-"] {
            let source = MemoryCardSource()
            for index in 0..<there { source.put(card("uid-\(index)"), as: "/new/\(prefix)\(index).vcf") }
            // Others are no reason against it.
            for index in 0..<50 { source.put(card("other-\(index)"), as: "/new/other-\(index).vcf") }
            #expect(try await known.are(in: source, batch: 20) == isSame)
        }
    }

    @Test func `A large address book of other people is not read as a whole`() async throws {
        let known = known((0..<3_000).map { ("/old/\($0).vcf", "uid-\($0)") })
        let source = MemoryCardSource()
        for index in 0..<3_000 { source.put(card("other-\(index)"), as: "/new/x-\(index).vcf") }
        #expect(try await !known.are(in: source, batch: 200))
        // A third of the cards shows that the rest can't be enough; the next ones are already on their way.
        #expect(source.calls.count <= 8)
    }
}

/// A server in memory whose address book is at another path than the one where it was.
final class MovedDAVServer: AnsweringTransport {
    static let newPath = "/people/7/contacts/"
    static let otherPath = "/people/7/other/"
    static let newURL = "https://dav.example" + newPath

    let cards = MemoryDAVServer()
    /// The cards of another address book of the account.
    let others = MemoryDAVServer(path: otherPath)
    private let state = Mutex((status: 404, listed: [newPath]))

    /// Moves the address book; the old address answers with a status, which may be a redirection to the new one.
    func move(answering status: Int) {
        cards.path = Self.newPath
        state.withLock { $0.status = status }
    }

    /// The address books that the account has.
    func list(_ paths: [String]) { state.withLock { $0.listed = paths } }

    /// A source at an address, which looks for others.
    func source(at url: String = MemoryDAVServer.url) throws -> CardDAVSource {
        let makeClient = { @Sendable (address: String, _: DAVCredentials) in try self.client(at: address) }
        let discovery = CardDAVDiscovery(credentials: .none, lookup: { _ in nil }, makeClient: makeClient)
        return try CardDAVSource(address: url, client: client(at: url)) {
            try await discovery.books(besides: url, at: url)
        }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let target = HTTPAddress(request.url).requestTarget
        let (status, listed) = state.withLock { $0 }
        switch target {
        case _ where target.hasPrefix(cards.path): return try await cards.send(request)
        case _ where target.hasPrefix(others.path): return try await others.send(request)
        case _ where target.hasPrefix(MemoryDAVServer.path):
            let place = Self.newPath + target.dropFirst(MemoryDAVServer.path.count)
            return .answer(status, (300..<400).contains(status) ? [("Location", place)] : [])
        case "/", "/.well-known/carddav": return .multistatus(.item("/", .principal("/people/7/")))
        case "/people/7/" where request.headers["Depth"] == "0":
            return .multistatus(.item(target, .home("/people/7/")))
        case "/people/7/": return .multistatus(listed.map { .item($0, .bookKind) })
        default: return .answer(404)
        }
    }
}
