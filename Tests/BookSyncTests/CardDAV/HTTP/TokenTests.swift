import BookSyncDoubles
import Repository
import Synchronization
import Testing

@testable import BookSync

@Suite struct `A server that takes tokens` {
    @Test func `A token that has expired is renewed once for all requests, and the pass goes on`() async throws {
        let tokens = ExpiringTokens(lifetime: 15)
        let server = try LoopbackDAVServer(door: tokens.refusal)
        for number in 0..<120 {
            server.server.put(SyncedBook.card("P \(number)", uid: "p\(number)"), as: "p\(number).vcf")
        }
        let rejected = Mutex<[String?]>([])
        let client = try DAVClient(
            address: server.address,
            credentials: .bearer { old in
                rejected.withLock { $0.append(old) }
                return "token-\(tokens.number)"
            }
        )
        let source = try CardDAVSource(address: server.address, client: client)
        let book = SyncedBook()
        for number in 0..<40 { try await book.add("New \(number)") }
        let report = try await book.sync(with: source)
        #expect(report.count(.addedHere) == 120 && report.count(.addedThere) == 40)
        #expect(server.server.cards.count == 160)
        let expected = [nil] + (1..<tokens.number).map { "token-\($0)" }
        #expect(tokens.number > 2 && rejected.withLock { $0 } == expected)
    }

    @Test func `A second refusal is an error, as for a wrong password, and shows no token`() async throws {
        let (count, asked) = (Counter(), Counter())
        let server = try LoopbackDAVServer(door: { _ in
            _ = count.next()
            return .answer(401)
        })
        let client = try DAVClient(
            address: server.address,
            credentials: .bearer { _ in
                _ = asked.next()
                return "t0ken"
            }
        )
        let source = try CardDAVSource(address: server.address, client: client)
        let error = await #expect(throws: CardSourceError.self) { try await source.describe() }
        #expect(error?.code == .authentication && error?.message.contains("t0ken") == false)
        #expect(count.next() == 3 && asked.next() == 3)
    }

    @Test func `The address for Google leads to the address book, and no other server gets the token`() async throws {
        let stranger = Counter()
        let other = try LoopbackDAVServer(door: { _ in
            _ = stranger.next()
            return nil
        })
        let tokens = ExpiringTokens(lifetime: 1)
        let isLeadingAway = Mutex(false)
        let server = try LoopbackDAVServer(door: { request in
            if let refusal = tokens.refusal(of: request) { return refusal }
            if isLeadingAway.withLock({ $0 }) { return .answer(301, [("Location", other.address)]) }
            let isStart = request.url.hasSuffix("/.well-known/carddav")
            return isStart ? .answer(301, [("Location", MemoryDAVServer.path)]) : nil
        })
        let start = server.address.replacing(MemoryDAVServer.path, with: "/.well-known/carddav")
        let discovery = CardDAVDiscovery(credentials: .bearer { _ in "token-\(tokens.number)" })
        #expect(try await discovery.books(at: start).map(\.url) == [server.address])
        isLeadingAway.withLock { $0 = true }
        await #expect(throws: CardSourceError.self) { try await discovery.books(at: start) }
        #expect(stranger.next() == 1)
    }
}
