import Bloc
import BlocTesting
import TestWatch
import Testing

private final class SearchBloc: Bloc {
    typealias Event = String
    typealias State = String
    let runtime: BlocRuntime<SearchBloc>

    init() {
        runtime = BlocRuntime(initialState: "") { bloc in
            bloc.on(policy: .restartable) { query, emit in
                await Task.yield()
                emit("results for \(query)")
            }
        }
    }
}

/// The example of the article on recording and replay.
@Suite(.watched) struct ScheduleExampleTests {
    // snippet.show
    @Test("an earlier query never wins, in whatever order the tasks run")
    func laterQueryWins() async {
        await exploreSchedules { _ in
            let bloc = SearchBloc()
            let receipts = [bloc.add("A"), bloc.add("Ad")]
            for receipt in receipts { _ = await receipt.outcome }
            #expect(bloc.state == "results for Ad")
            await bloc.close()
        }
    }
    // snippet.hide
}
