// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Every form of a handler, a dependency as a constant, and tokens that are kept.

import Bloc
import BlocKit

protocol Finder: Sendable {
    func find(_ text: String) async throws -> [String]
}

struct NoFinder: Finder {
    func find(_ text: String) async throws -> [String] { [] }
}

enum FinderKey: DependencyKey {
    static var live: any Finder { NoFinder() }
}

extension Dependencies {
    var finder: any Finder {
        get { self[FinderKey.self] }
        set { self[FinderKey.self] = newValue }
    }
}

final class SearchBloc: Bloc {
    enum Event: Equatable {
        case typed(String)
        case chosen(at: Int)
        case cleared, reloaded
    }
    enum Effect { case failed }
    struct State: Equatable {
        var found: [String] = []
        var chosen: Int?
    }
    private let finder = injected(\.finder)
    let runtime: BlocRuntime<SearchBloc>

    init() {
        runtime = BlocRuntime(initialState: State()) { [finder] bloc in
            bloc.on({ if case .typed(let text) = $0 { text } else { nil } }, lane: "search", policy: .restartable) {
                text,
                emit in
                let found = try await finder.find(text)
                emit.update { $0.found = found }
            }
            bloc.on({ if case .chosen(let index) = $0 { index } else { nil } }) { index, emit in
                emit.update { $0.chosen = index }
            }
            bloc.on(policy: .droppable, where: { $0 == .reloaded }) { _, emit in
                try await emit.sleep(for: .seconds(1))
                emit.effect(.failed)
            }
            bloc.on { event, emit in
                switch event {
                case .cleared: emit(State())
                case .typed, .chosen, .reloaded: break
                }
            }
        }
    }
}

final class EachPolicyBloc: Bloc {
    enum Event {
        case typed(String)
        case saved
    }
    typealias State = String
    let runtime: BlocRuntime<EachPolicyBloc>

    init() {
        runtime = BlocRuntime(initialState: "") { bloc in
            bloc.on(
                policy: .each { event in
                    switch event {
                    case .typed: .restartable.debounce(for: .milliseconds(300))
                    case .saved: .sequential
                    }
                }
            ) { event, emit in
                switch event {
                case .typed(let text): emit(text)
                case .saved: try await emit.sleep(for: .seconds(1))
                }
            }
        }
    }
}

/// A payload that may be a truth value is not a condition.
final class SwitchBloc: Bloc {
    enum Event {
        case switched(Bool)
        case reset
    }
    typealias State = Bool
    let runtime: BlocRuntime<SwitchBloc>

    init() {
        runtime = BlocRuntime(initialState: false) { bloc in
            bloc.on({ if case .switched(let isOn) = $0 { isOn } else { nil } }) { isOn, emit in emit(isOn) }
            bloc.on { _, emit in emit(false) }
        }
    }
}

protocol Family: Sendable {}
struct Typed: Family { let text: String }
struct Saved: Family {}

final class FamilyBloc: Bloc {
    typealias Event = any Family
    typealias State = String
    let runtime: BlocRuntime<FamilyBloc>

    init() {
        runtime = BlocRuntime(initialState: "") { bloc in
            bloc.on(.type(Typed.self), policy: .restartable) { typed, emit in
                try await emit.sleep(for: .seconds(1))
                emit(typed.text)
            }
            bloc.on(.type(Saved.self)) { _, emit in emit("") }
        }
    }
}

final class CounterCubit: Cubit {
    typealias State = Int
    private let finder = injected(\.finder)
    let runtime: CubitRuntime<CounterCubit>
    private let emit: CubitEmitter<CounterCubit>

    init() {
        (runtime, emit) = CubitRuntime.make(initialState: 0)
    }

    func increment() { emit.update { $0 += 1 } }
}

/// For other modules, to which Swift tells no conformance that it infers.
public final class PublicBloc: Bloc {
    public enum Event: Sendable { case renamed(String) }
    public struct State: Equatable, Sendable {
        public var name = ""
    }
    public let runtime: BlocRuntime<PublicBloc>

    public init() {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on { event, emit in
                switch event {
                case .renamed(let name): emit.update { $0.name = name }
                }
            }
        }
    }
}

/// What keeps its tokens.
final class Listener {
    private let subscriptions = Subscriptions()
    private var token: BlocSubscription?

    func listen(to search: SearchBloc, _ counter: CounterCubit) {
        token = search.observe { print($0) }
        subscriptions.add(counter.select({ $0 / 10 }) { print($0) })
        subscriptions.add(search.observe(when: { $0.found != $1.found }) { print($0.found) })
    }
}

struct Composition {
    @Injected(\.finder) var finder
}

@MainActor
final class CounterLabel {
    private let counter: CounterCubit
    private let subscriptions = Subscriptions()
    private(set) var text = ""

    init(_ counter: CounterCubit) {
        self.counter = counter
    }

    func appear() {
        subscriptions.bind(counter) { [weak self] count in self?.text = "\(count)" }
    }

    func disappear() { subscriptions.unbind() }

    func tapped() { counter.increment() }
}
