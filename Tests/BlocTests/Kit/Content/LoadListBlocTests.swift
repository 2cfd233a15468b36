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

    typealias Answer = @Sendable () async throws -> ListPage<Item>

    /// The pages that the source was asked for.
    private let asked = Log<String>()

    /// A list whose source gives these answers in turn.
    private func list(_ answers: Answer...) -> LoadListBloc<Item> {
        LoadListBloc { [asked] cursor in
            let answer = answers[asked.entries.count]
            asked.append(cursor?.rawValue ?? "first")
            return try await answer()
        }
    }

    private static func page(_ ids: Int..., next: String? = nil, text: String = "") -> Answer {
        let items = ids.map { Item(id: $0, text: text) }
        return { ListPage(items: items, next: next.map(ListCursor.init(rawValue:))) }
    }

    private static let failure: Answer = { throw Down() }

    /// Ends when it is cancelled.
    private static let never: Answer = {
        let nothing = AsyncStream<Void> { _ in }
        for await _ in nothing {}
        throw CancellationError()
    }

    @Test("G61 the first page, the next and the end of the list")
    func pages() async {
        let list = list(Self.page(1, 2, next: "b"), Self.page(2, 3))
        _ = await list.add(.started).outcome
        #expect(list.state.items.map(\.id) == [1, 2])
        #expect(list.state.tail == .more)
        _ = await list.add(.nextPageRequested).outcome
        #expect(list.state.items.map(\.id) == [1, 2, 3], "an item that is there already is left out")
        #expect(list.state.isComplete)
        _ = await list.add(.nextPageRequested).outcome
        #expect(asked.entries == ["first", "b"])
        await list.close()
    }

    @Test("G61 started does nothing where there is content, or known to be none")
    func startedOnce() async {
        let list = list(Self.page())
        _ = await list.add(.started).outcome
        #expect(list.state.content == .noData)
        let before = list.state
        _ = await list.add(.started).outcome
        #expect(list.state == before)
        #expect(asked.entries == ["first"])
        await list.close()
    }

    @Test("G61 there are never two loads at once: a second one is dropped")
    func oneLoad() async {
        let mayEnd = Signal()
        let list = list({
            await mayEnd.wait()
            return try await Self.page(1)()
        })
        let first = list.add(.started)
        await asked.wait(forCount: 1)
        #expect(await list.add(.started).word == "dropped(busy)")
        mayEnd.fire()
        _ = await first.outcome
        #expect(list.state.items.map(\.id) == [1])
        await list.close()
    }

    @Test("G61 a refresh cancels a page that is being loaded, which never overwrites it")
    func refreshWins() async {
        let list = list(Self.page(1, next: "b", text: "old"), Self.never, Self.page(7, text: "new"))
        _ = await list.add(.started).outcome
        let page = list.add(.nextPageRequested)
        await asked.wait(forCount: 2)
        #expect(list.state.tail == .loading)
        let refresh = list.add(.refreshed)
        #expect(await page.word == "cancelled")
        _ = await refresh.outcome
        #expect(asked.entries == ["first", "b", "first"])
        #expect(list.state.items == [Item(id: 7, text: "new")])
        #expect(list.state.isComplete)
        await list.close()
    }

    @Test("G61 a failed page keeps what is there and can be tried again")
    func retryPage() async {
        let list = list(Self.page(1, next: "b"), Self.failure, Self.page(2))
        for event in [LoadListEvent<Item>.started, .nextPageRequested] { _ = await list.add(event).outcome }
        #expect(list.state.items.map(\.id) == [1])
        #expect(list.state.tail == .failed(DisplayedError(title: "Down", message: "It is down.")))
        _ = await list.add(.nextPageRequested).outcome
        #expect(list.state.items.map(\.id) == [1, 2])
        await list.close()
    }

    @Test("G61 a first load that failed can be tried again by starting")
    func retryFirst() async {
        let list = list(Self.failure, Self.page(1))
        _ = await list.add(.started).outcome
        #expect(list.state.content.failure?.title == "Down")
        _ = await list.add(.started).outcome
        #expect(list.state.items.map(\.id) == [1])
        await list.close()
    }

    @Test("G61 items from elsewhere replace the list and cancel a load")
    func reloaded() async {
        let list = list(Self.never)
        let load = list.add(.started)
        await asked.wait(forCount: 1)
        list.add(.reloaded([Item(id: 5), Item(id: 5), Item(id: 6)]))
        #expect(await load.word == "cancelled")
        #expect(list.state.items.map(\.id) == [5, 6])
        #expect(list.state.isComplete)
        list.add(.reloaded([]))
        #expect(list.state.content == .noData)
        await list.close()
    }
}
