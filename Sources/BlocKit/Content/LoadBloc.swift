public import Bloc

/// A bloc that loads content for an event, and shows the result as a ``ContentLoadState``.
///
/// Every event of the bloc starts a load. A failure is a value of the program's own type, so no details of an error get
/// lost on the way to the view.
public final class LoadBloc<Event: Sendable, Content: Equatable & Sendable, Failure: Equatable & Sendable>: Bloc {
    /// The bloc's state.
    public typealias State = ContentLoadState<Content, Failure>

    /// Loads the content for an event; `nil` if there is none.
    ///
    /// Meanwhile, `emit.loading(_:)` can show a part of the content or a sign of progress.
    public typealias Load = @Sendable (Event, Emitter<LoadBloc>) async throws -> Content?

    /// Turns an error into a failure, given the part of the content that was already loaded; `nil` restores the content
    /// from before the load.
    public typealias Describe = @Sendable (any Error, Content?) -> Failure?

    /// The runtime of the bloc.
    public let runtime: BlocRuntime<LoadBloc>

    /// Creates a bloc that hasn't loaded anything yet.
    ///
    /// The name is for logs and recordings. The policy says how loads may overlap: by default a new load cancels the
    /// previous one. With `keepsContent`, old content stays visible during a load. `configure` registers additional
    /// handlers, for example for broadcasts. `failure` is never called for cancellation.
    public init(
        name: String? = nil,
        policy: EventPolicy<Event> = .restartable,
        keepsContent: Bool = true,
        configure: (inout BlocBuilder<LoadBloc>) -> Void = { _ in },
        failure: @escaping Describe,
        load: @escaping Load
    ) {
        runtime = BlocRuntime(initialState: .loading(), name: name) { bloc in
            configure(&bloc)
            bloc.on(policy: policy) { event, emit in
                let before = emit.state
                emit(.loading(previous: keepsContent ? before.content : nil))
                do {
                    let content = try await load(event, emit)
                    try Task.checkCancellation()
                    emit(content.map(State.hasData) ?? .noData)
                } catch  where !(error is CancellationError) {
                    emit(failure(error, emit.state.content).map(State.error) ?? before)
                }
            }
        }
    }
}

extension LoadBloc where Failure == DisplayedError {
    /// Creates a bloc whose errors are reported to an error service, which describes them.
    ///
    /// A suppressed error restores the content from before the load.
    public convenience init(
        name: String? = nil,
        policy: EventPolicy<Event> = .restartable,
        errors: ErrorService,
        load: @escaping Load
    ) {
        self.init(name: name, policy: policy, failure: { error, _ in errors.report(error) }, load: load)
    }
}

extension Emitter {
    /// Shows a part of the content while the load continues.
    public func loading<Content, Failure>(_ part: Content) where B.State == ContentLoadState<Content, Failure> {
        self(.loading(previous: part))
    }
}

extension ContentLoadState where Failure: Error {
    /// Returns the loaded content, or `nil` if there is none.
    ///
    /// - Throws: The failure of the load; `CancellationError` if nothing has been loaded yet.
    public func get() throws -> Content? {
        switch self {
        case .hasData(let content): return content
        case .noData: return nil
        case .error(let failure): throw failure
        case .loading: throw CancellationError()
        }
    }
}

/// A bloc that counts operations for a loading indicator, which is hidden once the last operation has ended.
public final class LoadingBloc: Bloc {
    /// The bloc's events.
    public typealias Event = LoadingEvent
    /// The bloc's state.
    public typealias State = LoadingState

    /// The runtime of the bloc.
    public let runtime: BlocRuntime<LoadingBloc>

    /// Creates a hidden indicator.
    public init() {
        runtime = BlocRuntime(initialState: LoadingState()) { bloc in
            bloc.on { event, emit in
                switch event {
                case .shown: emit.update { $0.operations += 1 }
                // An operation that hides twice must not hide another operation's indicator.
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
    public init(operations: Int = 0) { self.operations = operations }

    /// Whether the loading indicator is shown.
    public var isLoading: Bool { operations > 0 }
}
