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
        server.answer(.status(status))
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
        server.rename("g.vcf", to: "h.vcf")
        server.answer(.status(404))
        let report = try await sync()
        #expect(report.newAddress == MovedDAVServer.newURL)
        #expect(report.entries.map(\.action) == [.apart], "\(report.entries)")
        #expect(try await book.contacts() == before)
        try await book.change("Bob Stone") { $0.categories = ["friends"] }
        #expect(try await sync(at: MovedDAVServer.newURL).count(.changedThere) == 1)
        #expect(server.cards.cards["g.vcf"]?.contains("uuid:bob\r\n") == true)
    }

    @Test func `Cards with other names are known by their UIDs`() async throws {
        for name in ["Ada", "Bob", "Cid", "Dot"] { server.rename("\(name).vcf", to: "x-\(name)-1.vcf") }
        server.answer(.status(404))
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
        server.answer(.status(404))
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
        server.answer(.same)
        #expect(try await sync().entries.isEmpty)
    }

    @Test(arguments: [301, 308, 302, 307])
    func `A redirection is followed, and remembered when it is for good`(status: Int) async throws {
        let before = try await book.contacts()
        server.answer(.redirect(status))
        try await book.change("Ada Stone") { $0.note = "here" }
        let report = try await sync()
        #expect(report.newAddress == ([301, 308].contains(status) ? MovedDAVServer.newURL : nil))
        #expect(report.entries.map(\.action) == [.changedThere], "\(report.entries)")
        #expect(server.cards.cards["Ada.vcf"]?.contains("NOTE:here") == true)
        #expect(try await sync(at: report.newAddress ?? MemoryDAVServer.url).entries.isEmpty)
        #expect(try await book.contacts().map(\.id) == before.map(\.id))
        guard report.newAddress == nil else { return }
        // The redirection ends.
        server.answer(.same)
        try await book.change("Ada Stone") { $0.note = "again" }
        #expect(try await sync().entries.map(\.action) == [.changedThere])
    }

    @Test func `A trial tells where the address book is, and keeps nothing`() async throws {
        server.answer(.status(404))
        let copy = SyncedBook()
        try await book.store.backup(to: copy.path)
        #expect(try await copy.sync(with: server.source(), isTrial: true).newAddress == MovedDAVServer.newURL)
        let known = try await book.store.synchronize(at: Date()) { tx in try tx.partner()?.identity }
        #expect(known == "carddav https://dav.example:443/ada/book/ ")
    }
}

@Suite(.withServers) struct MovedCollectionTests {
    @Test(.enabled(if: ForeignPrograms.python != nil))
    func `Radicale's address book is found under its new name`() async throws {
        let server = try #require(TestServer.running[.radicale])
        let old = try await server.makeBook()
        let client = try server.client()
        for name in ["a", "b"] {
            _ = try await client.send("PUT", old + "\(name).vcf", body: Array(card(name, name: "Person \(name)").utf8))
        }
        let discovery = CardDAVDiscovery(credentials: .password(user: TestServer.user) { TestServer.password })
        let source = try CardDAVSource(address: old, client: client) {
            try await discovery.books(besides: old, at: old)
        }
        let book = SyncedBook()
        #expect(try await book.sync(with: source).count(.addedHere) == 2)
        let before = try await book.contacts()
        let folder = server.folder.appending(path: "data/collection-root/\(TestServer.user)")
        let name = try #require(old.split(separator: "/").last)
        let newName = "renamed-\(name)"
        try FileManager.default.moveItem(at: folder.appending(path: String(name)), to: folder.appending(path: newName))
        let report = try await book.sync(with: source)
        #expect(report.newAddress == old.replacing(name, with: newName))
        #expect(report.entries.isEmpty, "\(report.entries)")
        #expect(try await book.contacts() == before)
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
        // A third of the cards shows that the rest can't be enough.
        #expect(source.calls.count <= 7)
    }
}

/// A server in memory whose address book is at another path than the one where it was.
final class MovedDAVServer: AnsweringTransport {
    /// What the old address answers.
    enum OldAddress: Sendable {
        /// The address book is there still.
        case same
        case status(Int)
        /// A redirection to the new address, with this status.
        case redirect(Int)
    }

    static let newPath = "/people/7/contacts/"
    static let otherPath = "/people/7/other/"
    static let newURL = "https://dav.example" + newPath

    /// The cards, which are the same at both addresses.
    let cards = MemoryDAVServer()
    /// The cards of another address book of the account.
    let others = MemoryDAVServer()
    private let state = Mutex((answer: OldAddress.same, listed: [newPath], names: [String: String]()))

    /// What the old address answers from now on.
    func answer(_ answer: OldAddress) { state.withLock { $0.answer = answer } }

    /// The address books that the account has.
    func list(_ paths: [String]) { state.withLock { $0.listed = paths } }

    /// Gives a card another name at the new address.
    func rename(_ name: String, to newName: String) { state.withLock { $0.names[name] = newName } }

    /// A source at an address, which looks for others.
    func source(at url: String = MemoryDAVServer.url) throws -> CardDAVSource {
        let makeClient: @Sendable (String, DAVCredentials) throws -> DAVClient = { address, credentials in
            var patience = DAVPatience()
            patience.sleep = { _ in }
            return try DAVClient(address: address, credentials: credentials, transport: self, patience: patience)
        }
        let discovery = CardDAVDiscovery(credentials: .none, lookup: { _ in nil }, makeClient: makeClient)
        return try CardDAVSource(address: url, client: makeClient(url, .none)) {
            try await discovery.books(besides: url, at: url)
        }
    }

    // MARK: - Requests

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = HTTPAddress(request.url).requestTarget
        let (answer, listed) = state.withLock { ($0.answer, $0.listed) }
        switch path {
        case _ where path.hasPrefix(Self.newPath): return try await pass(request, Self.newPath, to: cards)
        case _ where path.hasPrefix(Self.otherPath): return try await pass(request, Self.otherPath, to: others)
        case _ where path.hasPrefix(MemoryDAVServer.path):
            switch answer {
            case .same: return try await cards.send(request)
            case .status(let status): return .answer(status)
            case .redirect(let status):
                let target = Self.newPath + path.dropFirst(MemoryDAVServer.path.count)
                return .answer(status, [("Location", target)])
            }
        case "/", "/.well-known/carddav":
            return .multistatus(.item("/", .principal("/people/7/")))
        case "/people/7/" where request.headers["Depth"] == "0":
            return .multistatus(.item(path, .home("/people/7/")))
        case "/people/7/":
            return .multistatus(listed.map { .item($0, .bookKind) })
        default: return .answer(404)
        }
    }

    /// Passes a request on to a server that has the cards under its own path.
    private func pass(_ request: HTTPRequest, _ path: String, to server: MemoryDAVServer) async throws -> HTTPResponse {
        let names = state.withLock(\.names)
        func translated(_ text: String, isAnswer: Bool) -> String {
            var text = text.replacing(
                isAnswer ? MemoryDAVServer.path : path,
                with: isAnswer ? path : MemoryDAVServer.path
            )
            for (old, new) in names {
                text = text.replacing("/\(isAnswer ? old : new)", with: "/\(isAnswer ? new : old)")
            }
            return text
        }
        var inner = request
        inner.url = translated(request.url, isAnswer: false)
        if request.method == "REPORT" {
            inner.body = Array(translated(request.text, isAnswer: false).utf8)
        }
        var response = try await server.send(inner)
        guard request.method != "GET" else { return response }
        response.body = Array(translated(String(decoding: response.body, as: UTF8.self), isAnswer: true).utf8)
        return response
    }
}
