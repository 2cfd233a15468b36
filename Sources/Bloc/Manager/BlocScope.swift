/// A group of keys of a manager, such as those of a session, that are closed together.
///
/// A scope is a name for a group, not an owner: making it twice names the same group, and dropping it closes nothing.
public struct BlocScope: Sendable {
    let manager: BlocManager
    let path: ScopePath

    /// The names of the scope and of those around it, outermost first.
    public var names: [String] { path.names }

    /// A scope inside this one; it is closed before this one's own blocs.
    public func scope(_ name: String) -> BlocScope {
        BlocScope(manager: manager, path: ScopePath(path.names + [name]))
    }

    /// The live bloc of a key, created in this scope when there is none, as in ``BlocManager``.
    ///
    /// - Parameters:
    ///   - key: The key, unique in the manager.
    ///   - parent: The bloc with which this one is closed.
    ///   - create: Makes the bloc.
    /// - Returns: The live bloc.
    /// - Throws: What `create` throws.
    public func bloc<B: StateSource>(
        for key: BlocKey<B>,
        closeWith parent: AnyBlocKey? = nil,
        _ create: () throws -> B
    ) rethrows -> B {
        try manager.bloc(for: key, closeWith: parent, scope: path, create)
    }

    /// Closes the scopes inside this one, then its own blocs, each after its dependants.
    public func close(_ mode: CloseMode = .cancel) async {
        await manager.close(manager.registry.withLock { $0.removeScope(path) }, mode)
    }
}

/// What is known of a live bloc in a manager.
public struct BlocReport: Hashable, Sendable {
    /// The key.
    public let key: AnyBlocKey
    /// The bloc.
    public let bloc: BlocID
    /// The time since its creation, on its own clock.
    public let age: Duration
    /// The events that are over.
    public let eventsHandled: UInt64
    /// The events that were accepted and not started.
    public let queueLength: Int
    /// Who is told of its states.
    public let subscribers: Int
    /// The handlers that run.
    public let handlersInFlight: Int
    /// Whether it had subscribers and has none any more.
    public let hasLostSubscribers: Bool
}
