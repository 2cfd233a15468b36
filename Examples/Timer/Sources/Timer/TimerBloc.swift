import Bloc

/// Counts seconds down, with a pause.
final class TimerBloc: Bloc {
    enum Event: Equatable {
        case started(Int)
        case paused, resumed, reset
    }
    enum State: Equatable, Sendable {
        case initial(Int)
        case running(Int)
        case paused(Int)
        case completed
    }
    let runtime: BlocRuntime<TimerBloc>

    init(duration: Int = 60) {
        runtime = BlocRuntime(initialState: .initial(duration)) { bloc in
            // One lane: whatever arrives ends the counting that runs.
            bloc.on(lane: "counting", policy: .restartable, where: { $0 == .paused || $0 == .reset }) { event, emit in
                switch (event, emit.state) {
                case (.reset, _): emit(.initial(duration))
                case (_, .running(let seconds)): emit(.paused(seconds))
                default: break
                }
            }
            bloc.on(lane: "counting", policy: .restartable) { event, emit in
                switch (event, emit.state) {
                case (.started(let seconds), _), (.resumed, .paused(let seconds)), (.resumed, .running(let seconds)):
                    try await TimerBloc.count(from: seconds, emit)
                default: break
                }
            }
        }
    }

    private static func count(from seconds: Int, _ emit: Emitter<TimerBloc>) async throws {
        for left in stride(from: seconds, to: 0, by: -1) {
            emit(.running(left))
            try await emit.sleep(for: .seconds(1))
        }
        emit(.completed)
    }
}
