/// A live bloc in a registry.
final class BlocEntry: Sendable {
    let key: AnyBlocKey
    let bloc: any AnyObject & Sendable
    let type: ObjectIdentifier
    private let metatype: any Any.Type
    let parent: AnyBlocKey?
    let scope: ScopePath?
    /// The types of the messages that the bloc registered for.
    let broadcasts: [ObjectIdentifier]
    private let isBlocClosed: @Sendable () -> Bool
    let close: @Sendable (CloseMode) async -> Void
    /// Converts a message; what it returns enqueues the event, and what that returns runs what is to run.
    let prepare: @Sendable (any Sendable) -> (@Sendable () -> (@Sendable () -> Void)?)?
    let report: @Sendable () -> BlocReport

    init<B: StateSource>(
        key: AnyBlocKey,
        bloc: B,
        parent: AnyBlocKey?,
        scope: ScopePath?,
        broadcasts: [ObjectIdentifier]
    ) {
        self.key = key
        self.bloc = bloc
        type = ObjectIdentifier(B.self)
        metatype = B.self
        self.parent = parent
        self.scope = scope
        self.broadcasts = broadcasts
        close = { await bloc.close($0) }
        let core = bloc.core
        isBlocClosed = { core.isClosed }
        prepare = { core.prepareBroadcast($0) }
        report = { core.report(key: key) }
    }

    /// The name of the bloc's type, made when it is asked for.
    var typeName: String { "\(metatype)" }

    /// Whether closing has begun.
    var isClosed: Bool { isBlocClosed() }
}
