// Simple blocs, their states, and a view, in a module whose declarations belong to the main actor.

import Bloc
import BlocKit

final class CounterBloc: Bloc {
    enum Event { case incremented, decremented }
    enum Effect { case reachedTen }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on { event, emit in
                switch event {
                case .incremented: emit(CounterBloc.next(emit.state))
                case .decremented: emit(emit.state - 1)
                }
                if emit.state == 10 { emit.effect(.reachedTen) }
            }
        }
    }

    private static func next(_ count: Int) -> Int { count + 1 }
}

nonisolated protocol ProfileService: Sendable {
    func name() async throws -> String
}

nonisolated struct SampleService: ProfileService {
    func name() async throws -> String { "Ada" }
}

nonisolated enum ProfileServiceKey: DependencyKey {
    static var live: any ProfileService { SampleService() }
}

extension Dependencies {
    nonisolated var profiles: any ProfileService {
        get { self[ProfileServiceKey.self] }
        set { self[ProfileServiceKey.self] = newValue }
    }
}

final class ProfileBloc: Bloc {
    enum Event: Equatable {
        case opened
        case renamed(String)
    }
    struct State: Equatable {
        enum Phase { case loading, shown }
        var name = ""
        var phase = Phase.loading
        var isShort: Bool { name.count < 4 }
    }
    private let profiles = injected(\.profiles)
    let runtime: BlocRuntime<ProfileBloc>

    init() {
        runtime = BlocRuntime(initialState: State()) { [profiles] bloc in
            bloc.on(policy: .droppable, where: { $0 == .opened }) { _, emit in
                emit(State(name: try await profiles.name(), phase: .shown))
            }
            bloc.on({ if case .renamed(let name) = $0 { name } else { nil } }) { name, emit in
                emit.update { $0.name = $0.isShort ? name : $0.name }
            }
        }
    }
}

final class ThemeCubit: Cubit {
    enum State { case light, dark }
    let runtime: CubitRuntime<ThemeCubit>
    private let emit: CubitEmitter<ThemeCubit>

    init() {
        (runtime, emit) = CubitRuntime.make(initialState: .light)
    }

    func toggle() { emit(state == .light ? .dark : .light) }
}

final class CounterView {
    private let counter: CounterBloc
    private let profile = ProfileBloc()
    private let subscriptions = Subscriptions()
    private(set) var text = ""

    init(_ counter: CounterBloc) {
        self.counter = counter
        text = "\(counter.state)"
    }

    func appear() {
        subscriptions.bind(counter) { [weak self] count in self?.text = "\(count)" }
        subscriptions.bind(profile) { [weak self] state in self?.show(state) }
        subscriptions.add(profile.bind(\.name) { [weak self] name in self?.text = name })
        profile.add(.opened)
    }

    func disappear() { subscriptions.unbind() }

    func tapped() { counter.add(.incremented) }

    func follow() async {
        for await state in profile.states { show(state) }
    }

    private func show(_ state: ProfileBloc.State) { text = state.name }
}

struct Composition {
    @Injected(\.profiles) var profiles
}
