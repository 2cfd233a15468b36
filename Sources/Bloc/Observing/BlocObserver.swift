/// Observes what happens in blocs: for logging, recording and tests.
///
/// Each hook is called once, outside every lock, one at a time for one bloc. The order for one event is `onEvent`, then
/// `onTransition` for each state, then `onDone`. The bloc's own observer, ``BlocBuilder/observer``, is called before the others.
/// An observer may add events, also to the same bloc; they are handled after the current one. It must not wait for another
/// thread's event on the bloc that it is called for.
///
/// All methods have an empty default.
public protocol BlocObserver: Sendable {
    /// Whether ``onStart(_:_:_:)`` is called; read once, when a bloc is created. The default is `false`.
    var observesStarts: Bool { get }
    /// A bloc was created.
    func onCreate(_ bloc: BlocID)
    /// An event was accepted.
    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext)
    /// The handler of an accepted event begins; called only for an observer with ``observesStarts``.
    func onStart(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext)
    /// A state was published; the transition's trigger is its event, a work tied to a state, an undo, a redo, a restored state or a
    /// cubit's method.
    func onTransition(_ bloc: BlocID, _ transition: AnyTransition)
    /// An accepted event has ended.
    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome)
    /// An event was dropped; if it was not accepted, there is no `onEvent` and no `onDone` for it.
    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason)
    /// A handler or a work threw or ignored its cancellation, an event has no handler, or a state was not restored or saved.
    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?)
    /// A handler tried to publish this state after it ended; called for its first attempt.
    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext)
    /// A work that belongs to a state started, or ended with the outcome.
    func onWork(_ bloc: BlocID, _ work: BlocWork, _ outcome: Outcome?)
    /// A one-shot effect was emitted.
    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?)
    /// A bloc closed; `byOwner` is false when it was released without being closed.
    func onClose(_ bloc: BlocID, byOwner: Bool)
}

extension BlocObserver {
    /// Starts of handlers are not observed.
    public var observesStarts: Bool { false }
    /// Does nothing.
    public func onStart(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {}
    /// Does nothing.
    public func onCreate(_ bloc: BlocID) {}
    /// Does nothing.
    public func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {}
    /// Does nothing.
    public func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {}
    /// Does nothing.
    public func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {}
    /// Does nothing.
    public func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {}
    /// Does nothing.
    public func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {}
    /// Does nothing.
    public func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {}
    /// Does nothing.
    public func onWork(_ bloc: BlocID, _ work: BlocWork, _ outcome: Outcome?) {}
    /// Does nothing.
    public func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {}
    /// Does nothing.
    public func onClose(_ bloc: BlocID, byOwner: Bool) {}
}

/// The observers of the whole process.
///
/// A bloc captures them when it is created, so install them at the start of the program. Tests use `withBlocObserver`, which
/// does not affect other tests.
public enum BlocObservers: Sendable {
    private static let observers = Subscribed<any BlocObserver>()

    /// Adds an observer for all blocs that are created from now on.
    ///
    /// Cancelling or releasing the token removes the observer for blocs that are created later.
    public static func install(_ observer: some BlocObserver) -> BlocSubscription { observers.add(observer) }

    package static var installed: [any BlocObserver] { observers.all }
}

/// Adds an observer to all blocs that are created inside `body`, in this task and its children.
///
/// The blocs keep the observer until they are released.
public func withBlocObserver<Result>(_ observer: some BlocObserver, _ body: () throws -> Result) rethrows -> Result {
    try BlocContext.with({ $0.observers.append(observer) }, body)
}

/// Adds an observer to all blocs that are created inside an async `body`, in this task and its children.
public func withBlocObserver<Result>(
    _ observer: some BlocObserver,
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await BlocContext.with({ $0.observers.append(observer) }, body)
}

/// Names an event for logs and traces without what it contains, which may be personal.
package enum EventName {
    /// The name of the case of an enum, such as `searched` for `.searched("Ada")`; otherwise the name of the type.
    package static func of(_ event: Any) -> String {
        let mirror = Mirror(reflecting: event)
        guard mirror.displayStyle == .enum else { return "\(type(of: event))" }
        // A case with values has them as its one child; a description may be custom only for a case without values.
        if let child = mirror.children.first { return child.label ?? "\(type(of: event))" }
        return "\(event)"
    }
}
