import Bloc
import BlocTesting
import TestWatch
import Testing

private final class SearchBloc: Bloc {
    enum Event: Equatable { case typed(String) }
    typealias State = [String]
    let runtime: BlocRuntime<SearchBloc>

    init(find: @escaping @Sendable (String) async throws -> [String]) {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.on(policy: .restartable.debounce(for: .milliseconds(300))) { event, emit in
                if case .typed(let query) = event { emit(try await find(query)) }
            }
        }
    }
}

/// What the articles on testing show.
@Suite(.watched) struct ExampleTests {
    // snippet.show
    @Test("the last query is searched after a pause in typing")
    func searchesAfterAPause() async throws {
        try await testBloc(
            build: { SearchBloc { query in ["\(query)ce", "\(query)nt"] } },
            act: { run in
                run.add(.typed("G"))
                run.add(.typed("Gra"))
                try await run.advance(by: .milliseconds(300))
            },
            states: [["Grace", "Grant"]],
            dropped: [.event(.typed("G"), .debounced)]
        )
    }
    // snippet.hide
}
