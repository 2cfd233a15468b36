public import Bloc

/// Counts operations for one loading sign, which is hidden when the last operation has ended.
public final class LoadingBloc: Bloc {
    /// The bloc's events.
    public typealias Event = LoadingEvent
    /// The bloc's state.
    public typealias State = LoadingState

    /// What runs the bloc.
    public let runtime: BlocRuntime<LoadingBloc>

    /// Creates a sign that is hidden.
    public init() {
        runtime = BlocRuntime(initialState: LoadingState()) { bloc in
            bloc.on { event, emit in
                switch event {
                case .shown: emit.update { $0.operations += 1 }
                // An operation that hides twice must not hide the sign of another.
                case .hidden: emit.update { $0.operations = max(0, $0.operations - 1) }
                }
            }
        }
    }
}

/// The events of a ``LoadingBloc``.
public enum LoadingEvent: Equatable, Sendable {
    /// An operation began.
    case shown
    /// An operation ended.
    case hidden
}

/// The number of operations in progress.
public struct LoadingState: Equatable, Sendable {
    /// The number of operations in progress, 0 or more.
    public var operations: Int

    /// Creates a state.
    public init(operations: Int = 0) {
        self.operations = operations
    }

    /// Whether the loading sign is shown.
    public var isLoading: Bool { operations > 0 }
}
