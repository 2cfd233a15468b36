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
