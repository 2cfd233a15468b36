import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

/// What can be fetched again, in every store alike.
@Suite struct CacheClearingTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    private func allContacts(_ dao: any ContactDAO) async throws -> [String] {
        try await dao.contacts(ContactQuery(limit: 10_000)).ids
    }

    @Test func `an empty store has nothing to clear`() async throws {
        #expect(try await dao.cacheOverview() == CacheOverview())
        #expect(try await dao.clearCache() == 0)
    }

    @Test func `unchanged people are removed with their pages and fetched again`() async throws {
        let page = FetchedPage.sample(["a", "b", "c", "d", "e"].enumerated().map { .sample($1, index: $0) }, at: 1000)
        let source = try await dao.store(page)
        let edit = ContactEdit { $0.note = "kept" }
        func id(_ name: String) -> ContactID { ContactID(rawValue: "uuid-\(name)") }
        _ = try await dao.apply([.edit(id("a"), edit)], title: "edit")
        _ = try await dao.apply([.edit(id("b"), edit)], title: "edit")
        _ = try await dao.turn(steps: 1, isUndone: false)
        _ = try await dao.apply([.remove(id("c"))], title: "remove")
        let own = try await dao.apply(
            [.add(Contact(id: id("own"), name: PersonName(first: "Own"), origin: .local))],
            title: "add"
        )
        let overview = try await dao.cacheOverview()
        #expect(overview.pages == 1)
        #expect(overview.people == 4)
        #expect(overview.lastFetch == Date(timeIntervalSince1970: 1000))

        let count = try await dao.clearCache()
        #expect(count == overview.clearable)
        let left = try await allContacts(dao)
        #expect(left.count == 5 - count)
        #expect(Set(left).isSuperset(of: ["uuid-a", own[0].id.rawValue]))
        #expect(!left.contains("uuid-d"))
        #expect(try await dao.state(of: source).pages.isEmpty)
        #expect(try await dao.contacts(ContactQuery(limit: 9, filter: ContactFilter(text: "kept"))).ids == ["uuid-a"])

        _ = try await dao.store(page)
        #expect(try await allContacts(dao).count == 5)
        _ = try await dao.turn(steps: 2, isUndone: false)
        #expect(try await allContacts(dao).contains("uuid-c"))
    }

    @Test func `people that a step of the history needs stay`() async throws {
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)], at: 1000))
        let edit = ContactEdit { $0.note = "kept" }
        _ = try await dao.apply([.edit(ContactID(rawValue: "uuid-a"), edit)], title: "edit")
        _ = try await dao.turn(steps: 1, isUndone: false)
        #expect(try await dao.clearCache() == 1)
        _ = try await dao.turn(steps: 1, isUndone: true)
        let page = try await dao.contacts(ContactQuery(limit: 9))
        #expect(page.ids == ["uuid-a"] && page.contacts.map(\.note) == ["kept"])
    }
}
