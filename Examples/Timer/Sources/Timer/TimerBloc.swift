import Bloc

/// A countdown in seconds that can be paused.
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
            bloc.on { event, emit in
                switch (event, emit.state) {
                case (.started(let seconds), _), (.resumed, .paused(let seconds)): emit(.running(seconds))
                case (.paused, .running(let seconds)): emit(.paused(seconds))
                case (.reset, _): emit(.initial(duration))
                default: break
                }
            }
            // Each second of the countdown belongs to its state: a pause or a reset cancels it.
            bloc.when(\.secondsLeft) { seconds, emit in
                try await emit.sleep(for: .seconds(1))
                emit(seconds > 1 ? .running(seconds - 1) : .completed)
            }
        }
    }
}

extension TimerBloc.State {
    fileprivate var secondsLeft: Int? { if case .running(let seconds) = self { seconds } else { nil } }
}
