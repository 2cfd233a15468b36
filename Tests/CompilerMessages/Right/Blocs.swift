// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Forms that no comment of the library shows.

import Bloc

final class FormBloc: Bloc {
    enum Event {
        case switched(Bool)
        case failed
    }
    enum Effect { case failed }
    struct State: Equatable { var isOn = false }

    let runtime: BlocRuntime<FormBloc>

    init() {
        runtime = BlocRuntime(initialState: State()) { bloc in
            // A payload that may be a truth value is not a condition.
            bloc.on({ if case .switched(let isOn) = $0 { isOn } else { nil } }) { isOn, emit in
                emit.update { $0.isOn = isOn }
            }
            bloc.on { _, emit in emit.effect(.failed) }
            bloc.when(\.isOn) { emit in
                try await emit.sleep(for: .seconds(1))
                emit.update { $0.isOn = false }
            }
        }
    }
}

/// For other modules, to which Swift tells no conformance that it infers.
public final class PublicBloc: Bloc {
    public enum Event: Sendable { case renamed(String) }
    public struct State: Equatable, Sendable { public var name = "" }
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
