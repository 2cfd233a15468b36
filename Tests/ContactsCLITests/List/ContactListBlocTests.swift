import Bloc
import Repository
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct ContactListBlocTests {
    private static func isSettled(_ state: ContactListState) -> Bool {
        switch state.phase {
        case .initial, .loading: false
        case .data, .empty, .failure: true
        }
    }

    private static func page(_ state: ContactListState?) -> ContactListPage? {
        if case .data(let page) = state?.phase { page } else { nil }
    }

    @Test func `started loads the first page in the order and by the policy asked for`() async throws {
        let service = RecordingListService { call, _ in PagedPeople(count: 3).page(of: call.query) }
        let bloc = ContactListBloc(service: service)
        #expect(bloc.state.phase == .initial)

        bloc.add(.started(ContactListRequest(sort: .birthday, pageSize: 2, policy: .networkOnly)))
        #expect(bloc.state.phase == .loading)

        let page = try #require(Self.page(await bloc.reached(Self.isSettled)))
        #expect(page.number == 1)
        #expect(page.total == 2)
        #expect(page.contacts == [.numbered(0), .numbered(1)])
        #expect(service.calls == [.init(query: ContactQuery(sort: .birthday, limit: 2), policy: .networkOnly)])
        await bloc.close()
    }

    @Test func `the first page tells how many there are in all when that is wanted`() async throws {
        for isCounted in [true, false] {
            let service = RecordingListService { call, _ in PagedPeople(count: 3).page(of: call.query) }
            let bloc = ContactListBloc(service: service)
            // The service counts the words of the filter.
            var request = ContactListRequest(filter: ContactFilter(text: "a b c d"), pageSize: 2, policy: .cacheOnly)
            request.isCounted = isCounted
            bloc.add(.started(request))
            let first = try #require(Self.page(await bloc.reached(Self.isSettled)))
            #expect(first.count == (isCounted ? 4 : nil))
            bloc.add(.nextPageRequested)
            let second = try #require(Self.page(await bloc.reached { Self.page($0)?.number == 2 }))
            #expect(second.count == nil)
            await bloc.close()
        }
    }

    @Test func `nobody at all is the phase empty, with what there is to tell`() async throws {
        let notice = RepositoryNotice.databaseSetAside(path: "x")
        let bloc = ContactListBloc(
            service: RecordingListService { _, _ in ContactPage(contacts: [], notices: [notice]) }
        )
        bloc.add(.started(ContactListRequest(policy: .cacheOnly)))
        let state = try #require(await bloc.reached(Self.isSettled))
        #expect(state.phase == .empty)
        #expect(state.notices == [notice])
        await bloc.close()
    }

    @Test func `a failure of the data layer is kept as it is`() async throws {
        let error = RepositoryError(.network, "The server cannot be reached.")
        let bloc = ContactListBloc(service: RecordingListService { _, _ in throw error })
        bloc.add(.started(ContactListRequest(policy: .networkOnly)))
        #expect(await bloc.reached(Self.isSettled)?.phase == .failure(error))
        await bloc.close()
    }

    @Test func `an unexpected failure is told as a defect, without its contents`() async throws {
        struct Surprise: Error { let secret = "hunter2" }
        let bloc = ContactListBloc(service: RecordingListService { _, _ in throw Surprise() })
        bloc.add(.started(ContactListRequest(policy: .networkOnly)))
        guard case .failure(let error) = await bloc.reached(Self.isSettled)?.phase else {
            Issue.record("no failure")
            return
        }
        #expect(error.code == .internal)
        #expect(!error.message.contains("hunter2"))
        await bloc.close()
    }

    @Test func `pages follow each other from the store until there is none left`() async throws {
        let service = RecordingListService { call, _ in PagedPeople(count: 5).page(of: call.query) }
        let bloc = ContactListBloc(service: service)
        bloc.add(.started(ContactListRequest(pageSize: 2, policy: .networkOnly)))
        var people: [Contact] = []
        var number = 0
        while let page = Self.page(await bloc.reached { (Self.page($0)?.number ?? 0) > number }) {
            number = page.number
            people += page.contacts
            if page.next == nil { break }
            bloc.add(.nextPageRequested)
        }
        #expect(people == (0..<5).map(Contact.numbered))
        #expect(service.calls.map(\.policy) == [.networkOnly, .cacheOnly, .cacheOnly])
        #expect(service.calls.map(\.query.after?.rawValue) == [nil, "2", "4"])
        await bloc.close()
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func `a limit cuts exactly, over pages too`(limit: Int) async throws {
        let service = RecordingListService { call, _ in PagedPeople(count: 5).page(of: call.query) }
        let bloc = ContactListBloc(service: service)
        bloc.add(.started(ContactListRequest(limit: limit, pageSize: 2, policy: .cacheOnly)))
        var number = 0
        var total = 0
        while let page = Self.page(await bloc.reached { (Self.page($0)?.number ?? 0) > number }) {
            number = page.number
            total = page.total
            if page.next == nil { break }
            bloc.add(.nextPageRequested)
        }
        #expect(total == min(limit, 5))
        await bloc.close()
    }

    @Test func `a wish for the next page is passed over while one is on its way and after the last`() async throws {
        let gate = Gate()
        let service = RecordingListService { call, _ in
            await gate.pass()
            return PagedPeople(count: 1).page(of: call.query)
        }
        let bloc = ContactListBloc(service: service)
        bloc.add(.nextPageRequested)
        #expect(bloc.state.phase == .initial)
        bloc.add(.started(ContactListRequest(policy: .cacheOnly)))
        await gate.waitForArrival()
        bloc.add(.nextPageRequested)
        gate.open()
        let state = await bloc.reached(Self.isSettled)
        bloc.add(.nextPageRequested)
        #expect(bloc.state == state)
        #expect(service.calls.count == 1)
        await bloc.close()
    }

    @Test func `a page that comes late never takes the place of a refresh`() async throws {
        let gate = Gate()
        let service = RecordingListService { call, number in
            if number == 2 {
                await gate.pass()
                return ContactPage(contacts: [.numbered(99)])
            }
            return PagedPeople(count: 4).page(of: call.query)
        }
        let bloc = ContactListBloc(service: service)
        bloc.add(.started(ContactListRequest(pageSize: 2, policy: .cacheOnly)))
        _ = await bloc.reached(Self.isSettled)
        bloc.add(.nextPageRequested)
        await gate.waitForArrival()

        bloc.add(.refreshed)
        #expect(bloc.state.phase == .loading)
        let refreshed = try #require(Self.page(await bloc.reached(Self.isSettled)))
        gate.open()
        await bloc.close()

        #expect(refreshed.contacts == [.numbered(0), .numbered(1)])
        #expect(Self.page(bloc.state) == refreshed)
        #expect(service.calls.map(\.policy) == [.cacheOnly, .cacheOnly, .networkOnly])
    }

    @Test func `refreshed does nothing before the list was started`() async {
        let service = RecordingListService { _, _ in ContactPage(contacts: []) }
        let bloc = ContactListBloc(service: service)
        bloc.add(.refreshed)
        #expect(bloc.state == ContactListState())
        #expect(service.calls.isEmpty)
        await bloc.close()
    }

    @Test func `a contact that is saved anywhere changes in the list`() async throws {
        let manager = BlocManager()
        let bloc = manager.bloc(for: ContactListBloc.key) {
            ContactListBloc(service: RecordingListService { call, _ in PagedPeople(count: 2).page(of: call.query) })
        }
        bloc.add(.started(ContactListRequest(policy: .cacheOnly)))
        _ = await bloc.reached(Self.isSettled)

        var changed = Contact.numbered(1)
        changed.email = "new@example.com"
        manager.broadcast(ContactSaved(contact: changed))
        manager.broadcast(ContactSaved(contact: .numbered(77)))

        #expect(Self.page(bloc.state)?.contacts == [.numbered(0), changed])
        await manager.closeAll()
    }
}
