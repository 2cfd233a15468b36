// Simple blocs, their states, and a view, in a module whose declarations belong to the main actor.

import Bloc
import BlocKit

final class CounterBloc: Bloc {
    enum Event { case incremented }
    enum Effect { case reachedTen }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on { event, emit in
                emit(CounterBloc.next(emit.state))
                if emit.state == 10 { emit.effect(.reachedTen) }
            }
        }
    }

    private static func next(_ count: Int) -> Int { count + 1 }
}

nonisolated protocol ProfileService: Sendable { func name() async throws -> String }

nonisolated struct SampleService: ProfileService { func name() async throws -> String { "Ada" } }

nonisolated enum ProfileServiceKey: DependencyKey {
    static var live: any ProfileService { SampleService() }
}

extension Dependencies {
    nonisolated var profiles: any ProfileService { self[ProfileServiceKey.self] }
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
    private let profile = ProfileBloc()
    private let subscriptions = Subscriptions()
    private(set) var text = ""

    func appear(_ counter: CounterBloc) {
        subscriptions.bind(counter) { [weak self] count in self?.text = "\(count)" }
        subscriptions.add(profile.bind(\.name) { [weak self] name in self?.text = name })
        profile.add(.opened)
    }

    func disappear() { subscriptions.unbind() }

    func follow() async {
        for await state in profile.states { text = state.name }
    }
}

struct Composition { @Injected(\.profiles) var profiles }
