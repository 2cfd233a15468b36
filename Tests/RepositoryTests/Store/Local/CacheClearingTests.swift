import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct CacheClearingTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)

    @Test func `unchanged people are removed with their pages and fetched again`() async throws {
        #expect(try await dao.cacheOverview() == CacheOverview())
        #expect(try await dao.clearCache() == 0)
        let page = FetchedPage.sample(["a", "b", "c", "d", "e"].enumerated().map { .sample($1, index: $0) }, at: 1000)
        let source = try await dao.store(page)
        let edit = ContactEdit { $0.note = "kept" }
        _ = try await dao.update("uuid-a", with: edit)
        _ = try await dao.update("uuid-b", with: edit)
        _ = try await dao.turn(steps: 1, isUndone: false)
        _ = try await dao.apply([.remove("uuid-c")], title: "remove")
        _ = try await dao.apply([.add(.made("own", origin: .local) { $0.name.first = "Own" })], title: "add")
        let overview = try await dao.cacheOverview()
        #expect(overview.pages == 1 && overview.people == 4)
        #expect(overview.lastFetch == Date(timeIntervalSince1970: 1000))

        let count = try await dao.clearCache()
        #expect(count == overview.clearable)
        let left = try await dao.all().map(\.id)
        #expect(left.count == 5 - count)
        #expect(Set(left).isSuperset(of: ["uuid-a", "own"]) && !left.contains("uuid-d"))
        #expect(try await dao.state(of: source).pages.isEmpty)
        #expect(try await dao.found("kept") == ["uuid-a"])

        _ = try await dao.store(page)
        #expect(try await dao.all().count == 5)
        _ = try await dao.turn(steps: 2, isUndone: false)
        #expect(try await dao.contact("uuid-c") != nil)
    }

    @Test func `people that a step of the history needs stay`() async throws {
        _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)], at: 1000))
        _ = try await dao.update("uuid-a", with: ContactEdit { $0.note = "kept" })
        _ = try await dao.turn(steps: 1, isUndone: false)
        #expect(try await dao.clearCache() == 1)
        _ = try await dao.turn(steps: 1, isUndone: true)
        #expect(try await dao.all().map(\.note) == ["kept"])
    }
}
