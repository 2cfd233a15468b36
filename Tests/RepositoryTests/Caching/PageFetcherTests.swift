import Foundation
import RepositoryDoubles
import Synchronization
import TestWatch
import Testing

@testable import Repository

@Suite(.watched) struct PageFetcherTests {
    private let dao = SQLiteContactDAO.temporary()
    private let changes = ChangeSignal()
    private let source = ContactSource(version: "1.4", seed: "abc")

    private func fetcher(_ api: StubContactAPI) -> PageFetcher {
        PageFetcher(dao: dao, api: api, changes: changes, now: { Date(timeIntervalSince1970: 1000) })
    }

    private func pages(_ numbers: ClosedRange<Int>) -> [StoreState.HeldPage] {
        numbers.map { .missing($0, results: 2) }
    }

    @Test func `each page is stored, signaled and reported in order`() async throws {
        let api = StubContactAPI()
        var people: [Int] = []
        try await fetcher(api).fetch(pages(1...3), of: source) { count, _ in people.append(count) }
        #expect(people == [2, 2, 2])
        #expect(changes.count == 3)
        #expect(api.requests.map(\.page) == [1, 2, 3])
        #expect(try await dao.state(of: source).pages.map(\.page) == [1, 2, 3])
    }

    @Test func `a seed that the server chooses is part of the later requests`() async throws {
        let api = StubContactAPI(source: ContactSource(version: "1.4")) { request in
            let seed = request.seed.isEmpty ? "chosen" : request.seed
            return RemotePage(
                people: [.sample("\(request.page)")],
                source: ContactSource(version: "1.4", seed: seed)
            )
        }
        try await fetcher(api).fetch(pages(1...3), of: api.source) { _, _ in }
        #expect(api.requests.map(\.seed) == ["", "chosen", "chosen"])
    }

    @Test func `an unchanged page is confirmed, not stored again`() async throws {
        let held = StoreState.HeldPage(
            page: 1,
            results: 2,
            fetchedAt: Date(timeIntervalSince1970: 500),
            people: 2,
            validator: "v"
        )
        let api = StubContactAPI { request in
            #expect(request.validator == "v")
            return nil
        }
        var stored = FetchedPage.sample([.sample("a"), .sample("b", index: 1)], results: 2, at: 500)
        stored.answer.validator = "v"
        _ = try await dao.store(stored)
        var people: [Int] = []
        try await fetcher(api).fetch([held], of: source) { count, _ in people.append(count) }
        #expect(people == [2])
        let state = try await dao.state(of: source).pages
        #expect(state.map(\.fetchedAt) == [Date(timeIntervalSince1970: 1000)])
        #expect(state.map(\.storedAt) == [Date(timeIntervalSince1970: 500)])
    }

    @Test func `no pages are no requests`() async throws {
        let api = StubContactAPI()
        try await fetcher(api).fetch([], of: source) { _, _ in Issue.record("A page was reported.") }
        #expect(api.requests.isEmpty)
    }
}
