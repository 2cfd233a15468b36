/// Runs events on a fresh bloc, one after the other, and tells what came of each.
public final class BlocReplayer<B: Bloc>: Sendable {
    private let bloc: B
    private let observer: ReplayObserver<B.Event, B.State>

    /// Creates the bloc.
    ///
    /// - Parameter create: Creates the bloc; it must not be used elsewhere.
    /// - Throws: What `create` throws.
    public init(_ create: () throws -> B) rethrows {
        let observer = ReplayObserver<B.Event, B.State>()
        self.observer = observer
        bloc = try withBlocObserver(observer, create)
    }

    /// Adds an event, and waits until everything that it led to is over.
    ///
    /// - Parameter event: An event from outside the bloc.
    /// - Returns: The transitions since the last event, in their order; with the first event also those that came when the
    ///   bloc was created.
    public func add(_ event: B.Event) async -> [ReplayedTransition<B.Event, B.State>] {
        bloc.add(event)
        await observer.untilQuiet()
        return observer.takeTransitions()
    }

    /// Closes the bloc.
    public func close() async {
        await bloc.close()
    }
}
