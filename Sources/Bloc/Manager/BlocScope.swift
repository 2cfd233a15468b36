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
