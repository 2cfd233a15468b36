// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Forms that no comment of the library shows.

import Bloc

final class FormBloc: Bloc {
    enum Event: Equatable {
        case chosen(at: Int)
        case switched(Bool)
        case reloaded
    }
    enum Effect { case failed }
    struct State: Equatable {
        var chosen: Int?
        var isOn = false
    }

    let runtime: BlocRuntime<FormBloc>

    init() {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on({ if case .chosen(let index) = $0 { index } else { nil } }) { index, emit in
                emit.update { $0.chosen = index }
            }
            // A payload that may be a truth value is not a condition.
            bloc.on({ if case .switched(let isOn) = $0 { isOn } else { nil } }) { isOn, emit in
                emit.update { $0.isOn = isOn }
            }
            bloc.on(policy: .droppable, where: { $0 == .reloaded }) { _, emit in
                try await emit.sleep(for: .seconds(1))
                emit.effect(.failed)
            }
        }
    }
}

protocol Family: Sendable {}
struct Typed: Family { let text: String }

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
        }
    }
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

func listen(to form: FormBloc) -> BlocSubscription {
    form.select {
        $0.chosen
    } _: {
        print($0 ?? 0)
    }
}
