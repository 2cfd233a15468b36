import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct ListBlocTests {
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
        for _ in 1...2 {
            _ = await list.add(.started).outcome
            #expect(list.state.content == .noData)
        }
        #expect(asked.entries == ["first"])
    }

    @Test("G61 there are never two loads at once: a second one is dropped")
    func oneLoad() async {
        let mayEnd = Signal()
        let list = list({
            await mayEnd.wait()
            return try await Self.page(1)()
        })
        let first = list.add(.started)
        #expect(await list.add(.started).word == "dropped(busy)")
        mayEnd.fire()
        #expect(await first.word == "handled")
        #expect(list.state.items.map(\.id) == [1])
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
    }

    @Test("G61 a load that failed keeps what is there and can be tried again, also the first one")
    func retrying() async {
        let list = list(Self.failure, Self.page(1, next: "b"), Self.failure, Self.page(2))
        _ = await list.add(.started).outcome
        #expect(list.state.content.failure?.title == "Down")
        for event in [LoadListEvent<Item>.started, .nextPageRequested] { _ = await list.add(event).outcome }
        #expect(list.state.items.map(\.id) == [1])
        #expect(list.state.tail == .failed(DisplayedError(title: "Down", message: "It is down.")))
        _ = await list.add(.nextPageRequested).outcome
        #expect(list.state.items.map(\.id) == [1, 2])
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
    }

    // MARK: Requests

    /// The numbers from a request on, two to a page, up to five of them; the info of a page is why it was loaded.
    struct Numbers: ListSource {
        var retention = ListRetention.everyPage
        var fails: @Sendable (ListPageRequest<Int>) -> Bool = { _ in false }

        func page(_ page: ListPageRequest<Int>) async throws -> SourcePage<Item, String> {
            if fails(page) { throw Down() }
            let start = page.cursor.flatMap { Int($0.rawValue) } ?? page.request
            let end = page.request + 5
            let items = (start..<min(start + 2, end)).map { Item(id: $0) }
            return SourcePage(
                items: items,
                next: start + 2 < end ? ListCursor(rawValue: "\(start + 2)") : nil,
                info: "\(page.reason) after \(page.itemsBefore)"
            )
        }

        func failure(for error: any Error) -> Down? { error as? Down }
    }

    @Test func `a request says what is listed until a new one comes, and the source gets the reason of a load`()
        async throws
    {
        let list = SourceListBloc(source: Numbers())
        var state = try await list.answer(to: .started(10)).loaded()
        #expect(state.items.map(\.id) == [10, 11] && state.info == "started after 0")
        state = try await list.answer(to: .nextPageRequested).loaded()
        #expect(state.items.map(\.id) == [10, 11, 12, 13] && state.info == "nextPageRequested after 2")
        #expect(try await list.answer(to: .invalidated).loaded().info == "invalidated after 0")
        #expect(try await list.answer(to: .refreshed).loaded().info == "refreshed after 0")
        state = try await list.answer(to: .started(20)).loaded()
        #expect(state.items.map(\.id) == [20, 21])
        #expect(state.request == 20)
        #expect(state.itemCount == 2)
    }

    @Test func `a list that keeps the latest page counts the others`() async throws {
        let list = SourceListBloc(source: Numbers(retention: .latestPage))
        var pages = [try await list.answer(to: .started(0)).loaded()]
        while pages.last?.isComplete == false { pages.append(try await list.answer(to: .nextPageRequested).loaded()) }
        #expect(pages.map { $0.items.map(\.id) } == [[0, 1], [2, 3], [4]])
        #expect(pages.map(\.itemCount) == [2, 4, 5])
        await list.close()
    }

    @Test(arguments: [ListRetention.everyPage, .latestPage])
    func `a failed page is thrown as a failure and keeps what is there`(retention: ListRetention) async throws {
        let empty = SourceListBloc(source: Numbers(retention: retention) { _ in true })
        await #expect(throws: Down()) { try await empty.answer(to: .started(0)).loaded() }
        // Nothing was loaded that could have changed.
        #expect(try await empty.answer(to: .invalidated).content == .error(Down()))
        let list = SourceListBloc(source: Numbers(retention: retention) { $0.cursor != nil })
        let first = try await list.answer(to: .started(0)).loaded()
        await #expect(throws: Down()) { try await list.answer(to: .nextPageRequested).loaded() }
        #expect(list.state.content == first.content)
        #expect(list.state.tail == .failed(Down()))
    }

    @Test func `an updated item replaces the one with its id, and no other, once the list was started`() async throws {
        let list = SourceListBloc(source: Numbers())
        let initial = list.state
        for event: SourceListEvent<Int, Item> in [.nextPageRequested, .refreshed, .invalidated, .updated(Item(id: 0))] {
            #expect(try await list.answer(to: event) == initial, "nothing is loaded before")
        }
        _ = try await list.answer(to: .started(0))
        list.add(.updated(Item(id: 1, text: "new")))
        list.add(.updated(Item(id: 7, text: "new")))
        #expect(list.state.items == [Item(id: 0), Item(id: 1, text: "new")])
        // The update is kept when the next page is added.
        let state = try await list.answer(to: .nextPageRequested).loaded()
        #expect(state.items.map(\.text) == ["", "new", "", ""])
    }
}
