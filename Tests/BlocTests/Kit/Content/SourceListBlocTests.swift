import Bloc
import BlocKit
import TestWatch
import Testing

@Suite(.watched) struct SourceListBlocTests {
    struct Item: Identifiable, Equatable, Sendable {
        var id: Int
        var text = ""
    }

    struct Down: Error, Equatable {}

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

    @Test func `a request says what is listed, and a new one replaces the list`() async throws {
        let list = SourceListBloc(source: Numbers())
        #expect(try await list.answer(to: .started(10)).loaded().items.map(\.id) == [10, 11])
        #expect(try await list.answer(to: .nextPageRequested).loaded().items.map(\.id) == [10, 11, 12, 13])
        let state = try await list.answer(to: .started(20)).loaded()
        #expect(state.items.map(\.id) == [20, 21])
        #expect(state.request == 20)
        #expect(state.itemCount == 2)
        await list.close()
    }

    @Test func `the source is told why it loads a page, and its info is in the state`() async throws {
        let list = SourceListBloc(source: Numbers())
        #expect(try await list.answer(to: .started(0)).loaded().info == "started after 0")
        #expect(try await list.answer(to: .nextPageRequested).loaded().info == "nextPageRequested after 2")
        #expect(try await list.answer(to: .invalidated).loaded().info == "invalidated after 0")
        #expect(try await list.answer(to: .refreshed).loaded().info == "refreshed after 0")
        await list.close()
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
    func `a failed page is thrown as the source's failure and keeps what is there`(retention: ListRetention)
        async throws
    {
        let list = SourceListBloc(source: Numbers(retention: retention) { $0.cursor != nil })
        let first = try await list.answer(to: .started(0)).loaded()
        await #expect(throws: Down()) { try await list.answer(to: .nextPageRequested).loaded() }
        #expect(list.state.content == first.content)
        #expect(list.state.tail == .failed(Down()))
        await list.close()
    }

    @Test func `a failed first page is thrown and shown`() async throws {
        let list = SourceListBloc(source: Numbers { _ in true })
        await #expect(throws: Down()) { try await list.answer(to: .started(0)).loaded() }
        #expect(list.state.content == .error(Down()))
        // Nothing was loaded that could have changed.
        #expect(try await list.answer(to: .invalidated).content == .error(Down()))
        await list.close()
    }

    @Test func `nothing is loaded before a list was started`() async throws {
        let list = SourceListBloc(source: Numbers())
        let initial = list.state
        for event: SourceListEvent<Int, Item> in [.nextPageRequested, .refreshed, .invalidated, .updated(Item(id: 0))] {
            #expect(try await list.answer(to: event) == initial)
        }
        await list.close()
    }

    @Test func `an updated item replaces the one with its id, and no other`() async throws {
        let list = SourceListBloc(source: Numbers())
        _ = try await list.answer(to: .started(0))
        list.add(.updated(Item(id: 1, text: "new")))
        list.add(.updated(Item(id: 7, text: "new")))
        #expect(list.state.items == [Item(id: 0), Item(id: 1, text: "new")])
        // The update is kept when the next page is added.
        let state = try await list.answer(to: .nextPageRequested).loaded()
        #expect(state.items.map(\.text) == ["", "new", "", ""])
        await list.close()
    }
}
