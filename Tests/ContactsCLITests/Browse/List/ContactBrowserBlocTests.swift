import Bloc
import BlocKit
import BlocTesting
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) struct ContactBrowserBlocTests {
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
            try await PeopleStore.with(PeopleStore.people(450)) { store in
                let bloc = ContactBrowserBloc(ListRoute(), list: store.repository)
                bloc.add(.located(.start))
                _ = await bloc.state(after: .queryChanged("F"))
                let state = try await loaded(bloc)
                #expect(state.content.content?.rows.count == ContactRowReader.pageSize)
                async let more = loaded(bloc) { ($0.content.content?.rows.count ?? 0) > ContactRowReader.pageSize }
                try await clock.sleepers(count: 1)
                clock.advance(by: ContactBrowserBloc.countDelay)
                #expect(try await more.total == 450)
                #expect(try await more.selected?.displayName == "F00000 L00000")
                await bloc.close()
            }
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
