/// The machinery of a bloc of any type, as a registry needs it.
protocol ManagedCore: AnyObject, Sendable {
    var id: BlocID { get }
    /// Whether closing has begun.
    var isClosed: Bool { get }
    /// Begins to close and returns at once.
    func beginClosing(_ mode: CloseMode, byOwner: Bool)
    /// Waits until the bloc has closed.
    func waitUntilClosed() async
    /// Converts a message; what it returns enqueues the event, and what that returns runs what is to run.
    func prepareBroadcast(_ message: any Sendable) -> (@Sendable () -> (@Sendable () -> Void)?)?
    func report(key: AnyBlocKey) -> BlocReport
}

extension BlocCore: ManagedCore {}
