import Bloc
import BlocKit
import BlocTesting
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) struct ContactBrowserBlocTests {
    private func browse(_ contacts: [Contact], _ test: (ContactBrowserBloc, PeopleStore) async throws -> Void)
        async throws
    {
        try await PeopleStore.with(contacts) { store in
            let bloc = ContactBrowserBloc(ListRoute(), list: store.repository)
            bloc.add(.located(.start))
            try await test(bloc, store)
            await bloc.close()
        }
    }

    /// The first state in which the rows are those of what was asked for.
    private func loaded(
        _ bloc: ContactBrowserBloc,
        _ isWanted: (ContactBrowserState) -> Bool = { _ in true }
    ) async throws -> ContactBrowserState {
        try #require(
            await bloc.reached { state in
                let isRead = if case .loading = state.content { false } else { true }
                return isRead && state.content.content?.request ?? state.request == state.request && isWanted(state)
            }
        )
    }

    /// The first such state after an event was taken in.
    private func loaded(
        _ bloc: ContactBrowserBloc,
        after event: ContactBrowserEvent,
        _ isWanted: (ContactBrowserState) -> Bool = { _ in true }
    ) async throws -> ContactBrowserState {
        _ = await bloc.state(after: event)
        return try await loaded(bloc, isWanted)
    }

    @Test func `contacts are listed, counted and selected`() async throws {
        try await browse(PeopleStore.people(450)) { bloc, _ in
            _ = try await loaded(bloc) { $0.total == 450 }
            #expect(bloc.state.selected?.displayName == "F00000 L00000")
            #expect(await bloc.state(after: .moved(3)).selected?.displayName == "F00003 L00003")
            #expect(await bloc.state(after: .moved(-10)).selected?.displayName == "F00000 L00000")
            // What follows what fills a screen, then what scrolling needs.
            _ = try await loaded(bloc) { $0.content.content?.rows.count == 200 }
            #expect(await bloc.state(after: .moved(150)).selected?.displayName == "F00150 L00150")
            _ = try await loaded(bloc) { $0.content.content?.rows.count == 300 }
            let end = try await loaded(bloc, after: .located(.end)) { $0.content.content?.hasAfter == false }
            #expect(end.selected?.id.rawValue == "id-00449")
            // More than what fills a screen follows, although the contacts were counted before.
            _ = try await loaded(bloc) { ($0.content.content?.rows.count ?? 0) > ContactRowReader.pageSize }
        }
    }

    @Test func `typing searches, and keeps what was found while a query cannot be read`() async throws {
        try await browse(PeopleStore.people(50)) { bloc, _ in
            _ = try await loaded(bloc)
            for text in ["F", "F0", "F0000"] { bloc.add(.queryChanged(text)) }
            #expect(await bloc.state(after: .queryChanged("F00007")).request.query == "F00007")
            #expect(try await loaded(bloc).content.content?.rows.count == 1)
            let unread = await bloc.state(after: .queryChanged("F00007 city:"))
            #expect(unread.problem?.contains("without a value") == true)
            #expect(unread.content.content?.rows.count == 1)
            let none = try await loaded(bloc, after: .queryChanged("nobody-has-this")) { $0.content == .noData }
            #expect(none.problem == nil)
            let all = try await loaded(bloc, after: .queryChanged("")) { $0.total == 50 }
            #expect(all.content.content?.rows.count == 50)
        }
    }

    @Test func `a search does not wait until the contacts before it are counted`() async throws {
        let list = SlowCount()
        let bloc = ContactBrowserBloc(ListRoute(), list: list)
        bloc.add(.located(.start))
        var counts = list.counts.makeAsyncIterator()
        #expect(await counts.next() == .begun)
        bloc.add(.queryChanged("F00007"))
        #expect(await counts.next() == .cancelled)
        await bloc.close()
    }

    @Test func `few rows are read at first, and more when nothing is typed`() async throws {
        // Nothing is counted, and no more is read, before the clock says that nothing was typed.
        let clock = ManualClock()
        try await BlocContext.with {
            $0.clock = BlocClock(clock)
        } _: {
            try await browse(PeopleStore.people(450)) { bloc, _ in
                let state = try await loaded(bloc, after: .queryChanged("F"))
                #expect(state.content.content?.rows.count == ContactRowReader.pageSize)
                async let more = loaded(bloc) { ($0.content.content?.rows.count ?? 0) > ContactRowReader.pageSize }
                try await clock.sleepers(count: 1)
                clock.advance(by: ContactBrowserBloc.countDelay)
                #expect(try await more.total == 450)
                #expect(try await more.selected?.displayName == "F00000 L00000")
            }
        }
    }

    @Test func `the order and the group are chosen`() async throws {
        var people = PeopleStore.people(10)
        people[4].categories = ["Friends"]
        try await browse(people) { bloc, _ in
            _ = try await loaded(bloc)
            #expect(try await loaded(bloc, after: .sortChosen(.lastReversed)).selected?.displayName == "F00009 L00009")
            let friends = try await loaded(bloc, after: .groupChosen("friends")).content.content
            #expect(friends?.rows.map(\.contact.displayName) == ["F00004 L00004"])
        }
    }

    @Test func `several contacts are marked, over searches`() async throws {
        try await browse(PeopleStore.people(10)) { bloc, _ in
            _ = try await loaded(bloc)
            #expect(bloc.state.chosen.map(\.rawValue) == ["id-00000"])
            bloc.add(.marked)
            _ = try await loaded(bloc, after: .queryChanged("F00005"))
            #expect(await bloc.state(after: .marked).chosen.map(\.rawValue) == ["id-00000", "id-00005"])
            #expect(await bloc.state(after: .marked).chosen.map(\.rawValue) == ["id-00000"])
            #expect(await bloc.state(after: .marksCleared).chosen.map(\.rawValue) == ["id-00005"])
        }
    }

    @Test func `a change of the store is read, and the selection stays with its contact`() async throws {
        try await browse(PeopleStore.people(10)) { bloc, store in
            _ = try await loaded(bloc)
            _ = await bloc.state(after: .moved(5))
            _ = try await store.repository.apply([.remove(ContactID(rawValue: "id-00002"))], title: "remove")
            bloc.add(.invalidated)
            let state = try await loaded(bloc) { $0.content.content?.rows.count == 9 }
            #expect(state.selected?.id.rawValue == "id-00005")
            #expect(state.content.content?.selection == 4)
        }
    }

    @Test func `a failure is shown, and can be tried again`() async throws {
        let failure = RepositoryError(.databaseBusy, "Another program is writing.")
        let list = RecordingListService { call, number in
            if number == 1 { throw failure }
            return PagedPeople(count: 3).page(of: call.query)
        }
        let bloc = ContactBrowserBloc(ListRoute(), list: list)
        bloc.add(.located(.start))
        #expect(try await loaded(bloc).content == .error(failure))
        bloc.add(.located(.start))
        #expect(try await loaded(bloc) { $0.content.content != nil }.content.content?.rows.count == 3)
        await bloc.close()
    }
}

/// A list whose contacts take forever to count.
private final class SlowCount: ContactListService {
    enum Count {
        case begun
        case cancelled
    }

    let counts: AsyncStream<Count>
    private let count: AsyncStream<Count>.Continuation

    init() { (counts, count) = AsyncStream.makeStream() }

    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> Repository.ContactPage {
        PagedPeople(count: 3).page(of: query)
    }

    func count(_ filter: ContactFilter) async throws -> Int {
        count.yield(.begun)
        let forever = AsyncStream<Int> { _ in }
        for await number in forever { return number }
        count.yield(.cancelled)
        throw CancellationError()
    }
}
