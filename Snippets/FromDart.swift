// The terms of Dart's bloc, each compiled.

import Bloc
import BlocKit

struct Loader: Sendable {
    var find: @Sendable (String) async throws -> Int = { $0.count }
    var ticks: @Sendable () -> AsyncStream<Int> = { AsyncStream { $0.finish() } }
}
enum LoaderKey: DependencyKey { static var live: Loader { Loader() } }
extension Dependencies {
    var loader: Loader {
        get { self[LoaderKey.self] }
        set { self[LoaderKey.self] = newValue }
    }
}
struct Printer: BlocObserver {
    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) { print(transition.current, transition.next) }
    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        print("\(type(of: error))")
    }
}

final class CounterBloc: Bloc {
    enum Event: Equatable {
        case incremented, reset, watched
        case typed(String)
        case refreshed
    }
    enum Effect { case reachedTen }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init(loader: Loader = Dependencies.current.loader) {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on(policy: .droppable, where: { $0 == .refreshed }) { event, emit in
                emit(try await loader.find("all"))
            }
            bloc.on(
                { if case .typed(let text) = $0 { text } else { nil } },
                policy: .restartable.debounce(for: .milliseconds(300))
            ) { text, emit in emit(try await loader.find(text)) }
            bloc.on(where: { $0 == .watched }) { event, emit in
                try await emit.forEach(loader.ticks()) { $0 }
                try await emit.onEach(loader.ticks()) { if $0 == 10 { emit.effect(.reachedTen) } }
            }
            bloc.on { event, emit in
                switch event {
                case .incremented: emit(emit.state + 1)
                default: emit(0)
                }
            }
            bloc.observer = Printer()
        }
    }
}

protocol ShapeEvent: Sendable {}
struct Drawn: ShapeEvent {}
final class ShapeBloc: Bloc {
    typealias Event = any ShapeEvent
    typealias State = Int
    let runtime: BlocRuntime<ShapeBloc>
    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on(.type(Drawn.self)) { event, emit in emit(emit.state + 1) }
        }
    }
}

let installed = BlocObservers.install(Printer())
let bloc = withBlocObserver(Printer()) { CounterBloc() }
let key = BlocKey<CounterBloc>("counter")
let shared = BlocManager.shared.bloc(for: key) { CounterBloc() }
let token = bloc.observe { print($0) }
let part = bloc.select(\.description.count) { print($0) }
let changes = bloc.changes
bloc.add(.incremented)
print(bloc.state)
let outcome = await bloc.add(.refreshed).outcome
print(outcome)
await bloc.close(.drain)
await BlocManager.shared.closeAll()
