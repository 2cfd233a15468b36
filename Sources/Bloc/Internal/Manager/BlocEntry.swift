/// A live bloc in a registry.
final class BlocEntry: Sendable {
    let key: AnyBlocKey
    let bloc: any AnyObject & Sendable
    let core: any ManagedCore
    let metatype: any Any.Type
    let parent: AnyBlocKey?
    let scope: ScopePath?
    /// The types of the messages that the bloc registered for.
    let broadcasts: [ObjectIdentifier]

    init<B: StateSource>(
        key: AnyBlocKey,
        bloc: B,
        parent: AnyBlocKey?,
        scope: ScopePath?,
        broadcasts: [ObjectIdentifier]
    ) {
        self.key = key
        self.bloc = bloc
        core = bloc.core
        metatype = B.self
        self.parent = parent
        self.scope = scope
        self.broadcasts = broadcasts
    }

    /// Whether closing has begun.
    var isClosed: Bool { core.isClosed }

    func close(_ mode: CloseMode) async {
        core.beginClosing(mode, byOwner: true)
        await core.waitUntilClosed()
    }

    func report() -> BlocReport { core.report(key: key) }
}
