/// An async handler that was started and has not ended.
@usableFromInline
struct RunningHandler<B: StateSource>: Sendable {
    let queued: QueuedEvent<B>
    let registration: Int
    let lane: Int
    let name: RegistrationName
    /// The task, once it exists.
    var task: Task<Void, Never>?
    /// Whether it was cancelled: it can publish nothing any more.
    var isMuted = false
}
