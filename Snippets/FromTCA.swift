// TCA's terms, each compiled. `testBloc` and `ManualClock` of `BlocTesting` are compiled in the tests; a bloc is `Observable`.

import Bloc
import BlocKit

struct SearchService: Sendable {
    var search: @Sendable (String) async throws -> [String] = { [$0] }
}
enum SearchServiceKey: DependencyKey { static var live: SearchService { SearchService() } }
extension Dependencies {
    var service: SearchService {
        get { self[SearchServiceKey.self] }
        set { self[SearchServiceKey.self] = newValue }
    }
}
struct Saved: Sendable {}

final class SearchBloc: Bloc {
    enum Event: Equatable {
        case appeared, tapped, cancelled, timed
        case typed(String)
        case responded([String])
    }
    enum Effect { case dismissed }
    struct State: Equatable, Sendable {
        var count = 0
        var results: [String] = []
    }
    let runtime: BlocRuntime<SearchBloc>

    init(service: SearchService = Dependencies.current.service) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on(
                { if case .typed(let text) = $0 { text } else { nil } },
                lane: "search",
                policy: .restartable
            ) { text, emit in emit.add(.responded(try await service.search(text))) }
            bloc.on(where: { $0 == .cancelled }) { _, emit in emit.cancel(lane: "search") }
            bloc.on(where: { $0 == .timed }) { _, emit in try await emit.sleep(for: .seconds(1)) }
            bloc.on { event, emit in
                switch event {
                case .tapped: emit.update { $0.count += 1 }
                case .responded(let results): emit.update { $0.results = results }
                case .appeared: emit.effect(.dismissed)
                case .typed, .cancelled, .timed: break
                }
            }
            bloc.onBroadcast(Saved.self) { _ in .tapped }
        }
    }
}

let bloc = withDependencies {
    $0.service = SearchService { _ in [] }
} _: {
    SearchBloc()
}
let manager = BlocManager()
let parent = manager.bloc(for: BlocKey<SearchBloc>("parent")) { SearchBloc() }
let child = manager.bloc(for: BlocKey<SearchBloc>("child"), closeWith: BlocKey<SearchBloc>("parent")) { SearchBloc() }
bloc.add(.tapped)
let outcome = await bloc.add(.typed("a")).outcome
let answered = try await bloc.answer(to: .typed("a"))
let receipt = bloc.add(.typed("ab"))
receipt.cancel()
manager.broadcast(Saved())
print(bloc.state.count, answered.count, outcome, child.state.count)
withTestDependencies { _ = BlocManager() }
await manager.closeAll()
await bloc.close()
