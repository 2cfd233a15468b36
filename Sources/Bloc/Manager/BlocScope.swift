/// A group of keys of a manager, such as those of a session, that are closed together.
///
/// Two scopes of one name are the same group, and releasing a scope closes nothing.
public struct BlocScope: Sendable {
    let manager: BlocManager
    /// The names of the scope and of its enclosing scopes, outermost first.
    package let names: [String]

    /// Returns a scope inside this one; it is closed before this one's own blocs.
    public func scope(_ name: String) -> BlocScope { BlocScope(manager: manager, names: names + [name]) }

    /// Returns the live bloc of a key, creating it in this scope if there is none.
    ///
    /// The key is unique in the manager, which creates the bloc as it does without a scope.
    public func bloc<B: StateSource>(
        for key: BlocKey<B>,
        closeWith parent: AnyBlocKey? = nil,
        _ create: () throws -> B
    ) rethrows -> B {
        try manager.bloc(for: key, closeWith: parent, scope: names, create)
    }

    /// Closes the scopes inside this one, then its own blocs, each after its dependants, and independent ones at the same time.
    public func close(_ mode: CloseMode = .cancel) async {
        for entries in manager.registry.withLock({ $0.removeScope(names) }) { await manager.close(entries, mode) }
    }
}

/// A report of a live bloc in a manager.
public struct BlocReport: Hashable, Sendable {
    /// The key.
    public let key: AnyBlocKey
    /// The bloc.
    public let bloc: BlocID
    /// The time since its creation, on its own clock.
    public let age: Duration
    /// The number of events that have ended.
    public let eventsHandled: UInt64
    /// The number of events that were accepted and have not started.
    public let queueLength: Int
    /// The number of subscribers to its states.
    public let subscribers: Int
    /// The number of running handlers.
    public let handlersInFlight: Int
    /// Whether it had subscribers and now has none.
    package let hasLostSubscribers: Bool
}
