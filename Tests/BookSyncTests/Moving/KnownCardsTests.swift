import BookSyncDoubles
import Repository
import Testing

@testable import BookSync

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
    func `A place is the same one when at most a third of the cards is missing`(
        count: Int,
        there: Int,
        isSame: Bool
    ) async throws {
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

    @Test func `The same names alone say nothing, and cards that cannot be read are none`() async throws {
        let known = known((0..<3).map { ("/old/\($0).vcf", "uid-\($0)") })
        let source = MemoryCardSource()
        for index in 0..<3 { source.put(card("other-\(index)"), as: "/new/\(index).vcf") }
        #expect(try await !known.are(in: source, batch: 20))
        for index in 0..<3 { source.put(index == 0 ? "broken" : card("uid-\(index)"), as: "/new/\(index).vcf") }
        #expect(try await known.are(in: source, batch: 20))
        source.put("broken", as: "/new/1.vcf")
        #expect(try await !known.are(in: source, batch: 20))
    }
}
