import Bloc

/// A counter that can fail in every way that a harness must notice.
final class TallyBloc: Bloc {
    enum Event: Equatable {
        case added(Int)
        case announced(String)
        case failed
        case unknown
        case hung
        case followUp
    }

    struct State: Equatable {
        var total = 0
        var last: Int?
    }

    typealias Effect = String

    struct Refusal: Error, Equatable {
        let reason: String
    }

    let runtime: BlocRuntime<TallyBloc>

    init(name: String? = nil) {
        runtime = BlocRuntime(initialState: State(), name: name) { bloc in
            bloc.on({ if case .added(let number) = $0 { number } else { nil } }) { number, emit in
                emit.update { state in
                    state.total += number
                    state.last = number
                }
            }
            bloc.on({ if case .announced(let text) = $0 { text } else { nil } }) { text, emit in emit.effect(text) }
            bloc.on(where: { $0 == .failed }) { _, _ in throw Refusal(reason: "no") }
            bloc.on(where: { $0 == .followUp }) { _, emit in
                emit.add(.added(1))
            }
            bloc.on(where: { $0 == .hung }) { _, _ in
                // Ignores its cancellation, and never ends.
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            }
        }
    }
}

/// A bloc whose handlers a test registers.
final class ProbeBloc<Event: Sendable, State: Equatable & Sendable>: Bloc {
    let runtime: BlocRuntime<ProbeBloc>

    init(_ initialState: State, _ build: (inout BlocBuilder<ProbeBloc>) -> Void) {
        runtime = BlocRuntime(initialState: initialState, build)
    }
}
