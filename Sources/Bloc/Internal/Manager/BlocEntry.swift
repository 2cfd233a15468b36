/// A live bloc in a registry.
@usableFromInline
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

    var isClosed: Bool { core.isClosed }

    func close(_ mode: CloseMode) async {
        core.beginClosing(mode, byOwner: true)
        await core.waitUntilClosed()
    }

    func report() -> BlocReport { core.report(key: key) }
}

/// The core of a bloc of any type, as a registry needs it.
protocol ManagedCore: AnyObject, Sendable {
    var id: BlocID { get }
    var gracePeriod: Duration { get }
    var isClosed: Bool { get }
    func beginClosing(_ mode: CloseMode, byOwner: Bool)
    /// Waits until the bloc has closed.
    func waitUntilClosed() async
    /// Converts a message; see `BlocCore.prepareBroadcast(_:)`.
    func prepareBroadcast(_ message: any Sendable) -> (@Sendable () -> (@Sendable () -> Void)?)?
    func report(key: AnyBlocKey) -> BlocReport
    func hold()
    func release()
    func beginShutDown(_ deadline: Duration)
    func leftover() async -> (dropped: Int, cutOff: Int, isSaved: Bool)
}

extension BlocCore: ManagedCore {}

/// A weak reference to a manager: a manager keeps its blocs alive, not the other way round.
struct WeakManager: Sendable {
    weak let manager: BlocManager?

    init(_ manager: BlocManager?) {
        self.manager = manager
    }
}
