import Bloc
import BlocKit
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct SyncBlocTests {
    private static let request = SyncRequest(results: 50, pages: 2)
    private static let first = SyncProgress(
        pagesDone: 1,
        pagesTotal: 2,
        people: 49,
        notices: [.unreadablePerson(page: 1, index: 7, reason: "it is not an object")]
    )
    private static let second = SyncProgress(pagesDone: 2, pagesTotal: 2, people: 99)

    @Test func `requested shows each page and ends with the last report`() async throws {
        let bloc = SyncBloc(service: StubSyncService(reports: [Self.first, Self.second]))
        var seen: [SyncBloc.State] = []
        _ = try await bloc.answer(to: .requested(Self.request)) { seen.append($0) }
        // The state before the first page equals the initial one.
        #expect(
            seen == [.loading(previous: Self.first), .loading(previous: Self.second), .hasData(Self.second)]
        )
        await bloc.close()
    }

    @Test func `a failure keeps what was stored before it`() async {
        let error = RepositoryError(.server, "The server answered 500.")
        let bloc = SyncBloc(service: StubSyncService(reports: [Self.first], error: error))
        _ = await bloc.add(.requested(Self.request)).outcome
        #expect(bloc.state == .error(SyncFailure(error: error, stored: Self.first)))
        await bloc.close()
    }

    @Test func `nothing to fetch is the end, too`() async {
        let bloc = SyncBloc(service: StubSyncService(reports: []))
        _ = await bloc.add(.requested(Self.request)).outcome
        #expect(bloc.state == .noData)
        await bloc.close()
    }

    @Test func `a wish while one runs is passed over`() async {
        let gate = Gate()
        let bloc = SyncBloc(service: GatedSyncService(gate: gate, report: Self.second))
        let first = bloc.add(.requested(Self.request))
        await gate.waitForArrival()
        let outcome = await bloc.add(.requested(Self.request)).outcome
        gate.open()
        _ = await first.outcome
        guard case .dropped = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(bloc.state == .hasData(Self.second))
        await bloc.close()
    }
}

private struct GatedSyncService: SyncService {
    let gate: Gate
    let report: SyncProgress

    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error> {
        let (stream, continuation) = AsyncThrowingStream<SyncProgress, any Error>.makeStream()
        Task {
            await gate.pass()
            continuation.yield(report)
            continuation.finish()
        }
        return stream
    }
}
