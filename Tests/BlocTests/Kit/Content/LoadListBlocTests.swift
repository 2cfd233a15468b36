import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct LoadListBlocTests {
    struct Item: Identifiable, Equatable, Sendable {
        let id: Int
        var text = ""
    }

    struct Down: DisplayableError, Equatable {
        var title: String { "Down" }
        var message: String { "It is down." }
        var recovery: String? { nil }
    }

    /// What a list asked for; the test answers.
    struct Request: Sendable {
        let cursor: String
        let answer: AsyncStream<Result<ListPage<Item>, Down>>.Continuation

        func page(_ ids: [Int], next: String? = nil, text: String = "") {
            let items = ids.map { Item(id: $0, text: text) }
            answer.yield(.success(ListPage(items: items, next: next.map(ListCursor.init(rawValue:)))))
        }

        func fail() { answer.yield(.failure(Down())) }
    }

    /// A source of pages that answers when the test says so.
    final class Source: Sendable {
        private let requests: AsyncStream<Request>
        private let ask: AsyncStream<Request>.Continuation

        init() {
            (requests, ask) = AsyncStream.makeStream()
        }

        func load(_ cursor: ListCursor?) async throws -> ListPage<Item> {
            // One stream for each request: cancelling its reader ends a stream.
            let (answers, answer) = AsyncStream<Result<ListPage<Item>, Down>>.makeStream()
            ask.yield(Request(cursor: cursor?.rawValue ?? "first", answer: answer))
            for await answer in answers { return try answer.get() }
            throw CancellationError()
        }

        /// The next request of the list.
        func next() async throws -> Request {
            for await request in requests { return request }
            throw CancellationError()
        }
    }

    private let source = Source()

    private func makeList() -> LoadListBloc<Item> {
        LoadListBloc { [source] in try await source.load($0) }
    }

    /// Adds an event, answers what it asks for, and waits for its end.
    private func answer(
        _ list: LoadListBloc<Item>,
        _ event: LoadListEvent<Item>,
        _ respond: (Request) -> Void
    ) async throws {
        let receipt = list.add(event)
        respond(try await source.next())
        _ = await receipt.outcome
    }

    @Test("G61 the first page, the next and the end of the list")
    func pages() async throws {
        let list = makeList()
        try await answer(list, .started) { $0.page([1, 2], next: "b") }
        #expect(list.state.items.map(\.id) == [1, 2])
        #expect(list.state.tail == .more)
        try await answer(list, .nextPageRequested) {
            #expect($0.cursor == "b")
            $0.page([2, 3])
        }
        #expect(list.state.items.map(\.id) == [1, 2, 3], "an item that is there already is left out")
        #expect(list.state.isComplete)
        _ = await list.add(.nextPageRequested).outcome
        await list.close()
    }

    @Test("G61 started does nothing where there is content, or known to be none")
    func startedOnce() async throws {
        let list = makeList()
        try await answer(list, .started) { $0.page([]) }
        #expect(list.state.content == .noData)
        let before = list.state
        _ = await list.add(.started).outcome
        #expect(list.state == before)
        await list.close()
    }

    @Test("G61 there are never two loads at once: a second one is dropped")
    func oneLoad() async throws {
        let list = makeList()
        let first = list.add(.started)
        let request = try await source.next()
        #expect(request.cursor == "first")
        guard case .dropped(.busy) = await list.add(.started).outcome else {
            Issue.record("the second load was not dropped")
            return
        }
        request.page([1])
        _ = await first.outcome
        #expect(list.state.items.map(\.id) == [1])
        await list.close()
    }

    @Test("G61 a refresh cancels a page that is being loaded, which never overwrites it")
    func refreshWins() async throws {
        let list = makeList()
        try await answer(list, .started) { $0.page([1], next: "b", text: "old") }
        let page = list.add(.nextPageRequested)
        #expect(try await source.next().cursor == "b")
        #expect(list.state.tail == .loading)
        let refresh = list.add(.refreshed)
        guard case .cancelled = await page.outcome else {
            Issue.record("the page was not cancelled")
            return
        }
        try await source.next().page([7], text: "new")
        _ = await refresh.outcome
        #expect(list.state.items == [Item(id: 7, text: "new")])
        #expect(list.state.isComplete)
        await list.close()
    }

    @Test("G61 a failed page keeps what is there and can be tried again")
    func retryPage() async throws {
        let list = makeList()
        try await answer(list, .started) { $0.page([1], next: "b") }
        try await answer(list, .nextPageRequested) { $0.fail() }
        #expect(list.state.items.map(\.id) == [1])
        #expect(list.state.tail == .failed(DisplayedError(title: "Down", message: "It is down.")))
        try await answer(list, .nextPageRequested) { $0.page([2]) }
        #expect(list.state.items.map(\.id) == [1, 2])
        await list.close()
    }

    @Test("G61 a first load that failed can be tried again by starting")
    func retryFirst() async throws {
        let list = makeList()
        try await answer(list, .started) { $0.fail() }
        #expect(list.state.content.failure?.title == "Down")
        try await answer(list, .started) { $0.page([1]) }
        #expect(list.state.items.map(\.id) == [1])
        await list.close()
    }

    @Test("G61 items from elsewhere replace the list and cancel a load")
    func reloaded() async throws {
        let list = makeList()
        let load = list.add(.started)
        _ = try await source.next()
        list.add(.reloaded([Item(id: 5), Item(id: 5), Item(id: 6)]))
        guard case .cancelled = await load.outcome else {
            Issue.record("the load was not cancelled")
            return
        }
        #expect(list.state.items.map(\.id) == [5, 6])
        #expect(list.state.isComplete)
        list.add(.reloaded([]))
        #expect(list.state.content == .noData)
        await list.close()
    }
}
