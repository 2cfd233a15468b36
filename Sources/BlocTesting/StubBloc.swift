public import Bloc

/// A bloc whose states and effects are dictated by a test, and which only records its events.
///
/// Use it to test code that uses a bloc: a view, a command, another bloc. Code that takes `some Bloc<Event, State>`
/// accepts a stub just like the real bloc.
///
/// ```swift
/// let bloc = StubBloc(initialState: ContactListState.loading, events: ContactListEvent.self)
/// let screen = Screen(bloc: bloc)
/// bloc.show(.loaded(people))
/// screen.scrollToEnd()
/// #expect(bloc.receivedEvents == [.nextPageRequested])
/// ```
public final class StubBloc<Event: Sendable, State: Equatable & Sendable, Effect: Sendable>: Bloc {
    /// The runtime of the bloc.
    public let runtime: BlocRuntime<StubBloc>
    private let received: Awaitable<[Event]>

    /// Creates a stub of the given types, with a name for logs.
    public init(initialState: State, name: String? = nil, events: Event.Type, effects: Effect.Type) {
        let received = Awaitable<[Event]>([])
        self.received = received
        runtime = BlocRuntime(initialState: initialState, name: name) { bloc in
            bloc.on { event, _ in received.change { $0.append(event) } }
        }
    }

    /// Creates a stub without effects.
    public convenience init(initialState: State, name: String? = nil, events: Event.Type) where Effect == Never {
        self.init(initialState: initialState, name: name, events: events, effects: Never.self)
    }

    /// Publishes a state, as a handler would.
    public func show(_ state: State) { core.publish(ticket: 0) { _ in state } }

    /// Emits an effect, as a handler would.
    public func emit(_ effect: Effect) { core.send(effect, ticket: 0) }

    /// The added events, oldest first.
    public var receivedEvents: [Event] { received.value }

    /// Waits until at least this many events have been added.
    ///
    /// - Returns: All events added until then, oldest first.
    /// - Throws: `CancellationError` if the task is cancelled first.
    @discardableResult
    public func receivedEvents(count: Int) async throws -> [Event] {
        try await received.first { $0.count >= count ? $0 : nil }
    }
}
