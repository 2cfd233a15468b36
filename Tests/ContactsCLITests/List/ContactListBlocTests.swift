import Bloc
import BlocKit
import Repository
import RepositoryDoubles
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) struct ContactListBlocTests {
    /// The pages of a list as they come, one ahead of the other.
    private static func pages(of bloc: ContactListBloc, _ request: ContactListRequest) async throws
        -> [ContactListState]
    {
        var pages = [try await bloc.answer(to: .started(request)).loaded()]
        while pages.last?.isComplete == false { pages.append(try await bloc.answer(to: .nextPageRequested).loaded()) }
        return pages
    }

    private static func list(of count: Int) -> (bloc: ContactListBloc, service: RecordingListService) {
        let service = RecordingListService { call, _ in PagedPeople(count: count).page(of: call.query) }
        return (ContactListBloc(service: service), service)
    }

    @Test(arguments: [true, false])
    func `only the first page of a counted list says how many contacts match`(isCounted: Bool) async throws {
        let (bloc, _) = Self.list(of: 3)
        // The service counts the words of the filter.
        var request = ContactListRequest(filter: ContactFilter(text: "a b c d"), pageSize: 2, policy: .cacheOnly)
        request.isCounted = isCounted
        let counts = try await Self.pages(of: bloc, request).map { $0.info?.count }
        #expect(counts == [isCounted ? 4 : nil, nil])
        await bloc.close()
    }

    @Test func `a list without contacts has no data, and its notices`() async throws {
        let notice = RepositoryNotice.unreadablePerson(page: 1, index: 0, reason: "x")
        let bloc = ContactListBloc(
            service: RecordingListService { _, _ in ContactPage(contacts: [], notices: [notice]) }
        )
        let list = try await bloc.answer(to: .started(ContactListRequest(policy: .cacheOnly))).loaded()
        #expect(list.content == .noData)
        #expect(list.info?.notices == [notice])
        await bloc.close()
    }

    @Test func `next pages come from the store until there is none left, one kept at a time`() async throws {
        let (bloc, service) = Self.list(of: 5)
        let request = ContactListRequest(sort: .birthday, pageSize: 2, policy: .networkOnly)
        let pages = try await Self.pages(of: bloc, request)
        #expect(pages.map(\.items.count) == [2, 2, 1])
        #expect(pages.flatMap(\.items) == (0..<5).map(Contact.numbered))
        #expect(pages.map(\.itemCount) == [2, 4, 5])
        #expect(service.calls.map(\.policy) == [.networkOnly, .cacheOnly, .cacheOnly])
        #expect(service.calls.allSatisfy { $0.query.sort == .birthday && $0.query.limit == 2 })
        #expect(service.calls.map(\.query.after?.rawValue) == [nil, "2", "4"])
        await bloc.close()
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func `a limit cuts exactly, over pages too, and says where to go on`(limit: Int) async throws {
        let (bloc, _) = Self.list(of: 5)
        let request = ContactListRequest(limit: limit, pageSize: 2, policy: .cacheOnly)
        let last = try #require(try await Self.pages(of: bloc, request).last)
        #expect(last.itemCount == min(limit, 5))
        #expect(last.info?.continuation?.rawValue == (limit < 5 ? "\(limit)" : nil))
        await bloc.close()
    }
}
