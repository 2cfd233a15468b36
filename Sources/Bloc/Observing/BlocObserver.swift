/// Is told what happens in blocs: for logging, recording and tests.
///
/// Every hook is called once, one at a time for one bloc, outside every lock, in this order for one event: `onEvent`,
/// `onTransition` and `onChange` for each state, `onDone`. The bloc's own hooks precede observers. An observer may add
/// events, to the same bloc too; they are handled after the current one. It must not wait for another thread's event on
/// the bloc that it is called for. It gets the bloc's name, never the bloc, so that it cannot keep one alive.
///
/// All methods have an empty default.
public protocol BlocObserver: Sendable {
    /// A bloc was created.
    func onCreate(_ bloc: BlocID)
    /// An event was accepted.
    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext)
    /// A state was published, and why.
    func onTransition(_ bloc: BlocID, _ transition: AnyTransition)
    /// A state was published; without a context when no event triggered it.
    func onChange(_ bloc: BlocID, _ change: Change<any Sendable>, _ context: EventContext?)
    /// An accepted event is over.
    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome)
    /// An event was dropped; one that was not accepted had no `onEvent` and has no `onDone`.
    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason)
    /// A handler threw, an event found no handler, or a handler ignored its cancellation.
    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?)
    /// A handler that was over tried to publish this state, for the first time.
    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext)
    /// A one-shot effect was emitted.
    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?)
    /// A bloc closed; `byOwner` is false when it was released without being closed.
    func onClose(_ bloc: BlocID, byOwner: Bool)
}

extension BlocObserver {
    /// Does nothing.
    public func onCreate(_ bloc: BlocID) {}
    /// Does nothing.
    public func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {}
    /// Does nothing.
    public func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {}
    /// Does nothing.
    public func onChange(_ bloc: BlocID, _ change: Change<any Sendable>, _ context: EventContext?) {}
    /// Does nothing.
    public func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {}
    /// Does nothing.
    public func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {}
    /// Does nothing.
    public func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {}
    /// Does nothing.
    public func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {}
    /// Does nothing.
    public func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {}
    /// Does nothing.
    public func onClose(_ bloc: BlocID, byOwner: Bool) {}
}

/// The observers of the whole process.
///
/// A bloc captures them when it is created: install them before, at the start of the program. Tests use
/// `withBlocObserver`, which other tests do not see.
public enum BlocObservers: Sendable {
    private struct Entry {
        let number: Int
        let observer: any BlocObserver
    }

    private struct Guarded {
        var entries: [Entry] = []
        var last = 0
    }

    private static let guarded = Lock(Guarded())

    /// Adds an observer for all blocs that are created from now on.
    ///
    /// - Returns: A token; cancelling or releasing it removes the observer for blocs that are created after.
    public static func install(_ observer: some BlocObserver) -> BlocSubscription {
        let number = guarded.withLock { guarded in
            guarded.last += 1
            guarded.entries.append(Entry(number: guarded.last, observer: observer))
            return guarded.last
        }
        return BlocSubscription {
            guarded.withLock { $0.entries.removeAll { $0.number == number } }
        }
    }

    static var installed: [any BlocObserver] {
        guarded.withLock { $0.entries.map(\.observer) }
    }
}

/// Lets an observer see all blocs that are created inside `body`, in this task and its children.
///
/// - Parameters:
///   - observer: The observer; blocs keep it until they are released.
///   - body: Creates blocs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withBlocObserver<Result>(_ observer: some BlocObserver, _ body: () throws -> Result) rethrows -> Result {
    try BlocContext.with({ $0.observers.append(observer) }, body)
}

/// Lets an observer see all blocs that are created inside `body`, in this task and its children.
///
/// - Parameters:
///   - observer: The observer; blocs keep it until they are released.
///   - body: Creates blocs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withBlocObserver<Result>(
    _ observer: some BlocObserver,
    _ body: () async throws -> Result
) async rethrows -> Result {
    try await BlocContext.with({ $0.observers.append(observer) }, body)
}
