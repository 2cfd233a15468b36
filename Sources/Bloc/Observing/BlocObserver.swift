/// An observer of what happens in blocs, for logging, recording and tests.
///
/// Each hook is called once, outside every lock, and one at a time for each bloc. The order for one event is `onEvent`,
/// then `onTransition` for each state, then `onDone`. The bloc's own observer, ``BlocBuilder/observer``, is called
/// before the others. An observer may add events, even to the same bloc; they are handled after the current one. It
/// must not wait for another thread's event on the bloc that it is called for.
///
/// All methods have an empty default.
public protocol BlocObserver: Sendable {
    /// Whether ``onStart(_:_:_:)`` is called; read once, when a bloc is created. The default is `false`.
    var observesStarts: Bool { get }
    /// A bloc was created.
    func onCreate(_ bloc: BlocID)
    /// An event was accepted.
    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext)
    /// The handler of an accepted event is about to run; called only for observers with ``observesStarts``.
    func onStart(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext)
    /// A state was published; the trigger of the transition is an event, work tied to a state, an undo, a redo, a
    /// restored state or a cubit's method.
    func onTransition(_ bloc: BlocID, _ transition: AnyTransition)
    /// An accepted event has ended.
    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome)
    /// An event was dropped; if it was never accepted, there is no `onEvent` and no `onDone` for it.
    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason)
    /// A handler or work threw or ignored cancellation, an event has no handler, or a state couldn't be restored or saved.
    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?)
    /// A handler tried to publish this state after it had ended; called only for its first attempt.
    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext)
    /// Work that belongs to a state has started, or has ended if there is an outcome.
    func onWork(_ bloc: BlocID, _ work: BlocWork, _ outcome: Outcome?)
    /// A one-shot effect was emitted.
    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?)
    /// A bloc closed; `byOwner` is false when it was released without being closed.
    func onClose(_ bloc: BlocID, byOwner: Bool)
}

extension BlocObserver {
    /// Returns `false`: handler starts are not observed.
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
/// A bloc captures them when it is created, so install them when the program starts. Tests use `withBlocObserver`,
/// which doesn't affect other tests.
public enum BlocObservers: Sendable {
    private static let observers = Subscribed<any BlocObserver>()

    /// Adds an observer to all blocs that are created from now on.
    ///
    /// Cancelling or releasing the token keeps the observer out of blocs that are created later.
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

/// The names of events for logs and traces, without the events' contents, which may be personal.
package enum EventName {
    /// Returns the case name of an enum, such as `searched` for `.searched("Ada")`, otherwise the name of the type.
    package static func of(_ event: Any) -> String {
        let mirror = Mirror(reflecting: event)
        guard mirror.displayStyle == .enum else { return "\(type(of: event))" }
        // A case with values has them as its only child; only a case without values may have a custom description.
        if let child = mirror.children.first { return child.label ?? "\(type(of: event))" }
        return "\(event)"
    }
}
