// A search: an async handler that a newer query replaces.

// snippet.show
import Bloc

final class SearchBloc: Bloc {
    enum Event {
        case queryChanged(String)
        case cleared
    }
    struct State: Equatable, Sendable {
        var query = ""
        var results: [String] = []
    }
    let runtime: BlocRuntime<SearchBloc>

    init(find: @escaping @Sendable (String) async throws -> [String]) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on(lane: "search", policy: .restartable) { event, emit in
                switch event {
                case .cleared:
                    emit(State())
                case .queryChanged(let query):
                    emit.update { $0.query = query }
                    let results = try await find(query)
                    emit.update { $0.results = results }
                }
            }
        }
    }
}
// snippet.hide

let names = ["Ada", "Alan", "Grace"]
let search = SearchBloc { query in names.filter { $0.hasPrefix(query) } }
let outcome = await search.add(.queryChanged("A")).outcome
print(outcome, search.state.results)
await search.close()
