/// Shows one loading sign for any number of operations: it goes when the last one has ended.
public final class LoadingBloc: Bloc {
    /// What the bloc is told.
    public typealias Event = LoadingEvent
    /// What the bloc shows.
    public typealias State = LoadingState

    /// What runs the bloc.
    public let runtime: BlocRuntime<LoadingBloc>

    /// Creates a sign that is hidden.
    public init() {
        runtime = BlocRuntime(initialState: LoadingState()) { bloc in
            bloc.on { event, emit in
                switch event {
                case .shown: emit.update { $0.operations += 1 }
                // One that hides twice must not hide another's sign.
                case .hidden: emit.update { $0.operations = max(0, $0.operations - 1) }
                }
            }
        }
    }
}

/// What a ``LoadingBloc`` is told.
public enum LoadingEvent: Equatable, Sendable {
    /// An operation began.
    case shown
    /// An operation ended.
    case hidden
}

/// How many operations are under way.
public struct LoadingState: Equatable, Sendable {
    /// The operations that show the loading sign now, 0 or more.
    public var operations: Int

    /// Creates a state.
    public init(operations: Int = 0) {
        self.operations = operations
    }

    /// Whether the loading sign is to be shown.
    public var isLoading: Bool { operations > 0 }
}
