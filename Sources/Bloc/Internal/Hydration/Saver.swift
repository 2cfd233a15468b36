/// Restores and saves the states of one bloc.
final class Saver<State: Sendable>: Sendable {
    private let hydration: Hydration<State>
    private let queue: SaveQueue
    private let number: UInt64
    /// The data that an older bloc with the key is still writing, as newer than what the storage would read.
    private let writing: HydratedData?

    /// Creates the saver of a new bloc.
    ///
    /// From now on, an older bloc with the same storage and key saves nothing.
    init(_ hydration: Hydration<State>) {
        self.hydration = hydration
        queue = .of(hydration.storage)
        (number, writing) = queue.change { $0.began(hydration.key, &$1) }
    }

    deinit {
        let number = number
        queue.change { machine, _ in machine.ended(number) }
    }

    /// Restores the state that was saved last.
    func restored(over initial: State) -> RestoredState<State> {
        hydration.restored(writing, over: initial)
    }

    /// Begins to save.
    ///
    /// - Parameter report: Receives each error, until ``finish(_:)`` has ended.
    func begin(report: @escaping @Sendable (HydrationError) -> Void) {
        queue.change { machine, _ in machine.reports(number, report) }
    }

    /// Saves a state, unless a newer one comes before.
    func stateChanged(_ state: State) {
        let hydration = hydration
        queue.change { machine, effects in
            machine.changed(number, { try hydration.encoded(state) }, &effects)
        }
    }

    /// Waits until the latest state is saved.
    ///
    /// - Returns: The error if it could not be saved.
    func flush() async -> HydrationError? {
        await withUnsafeContinuation { continuation in
            queue.change { $0.flushed(number, { continuation.resume(returning: $0) }, &$1) }
        }
    }

    /// Saves the last state of a bloc that closes, and calls `done` when it is saved or an error was reported.
    func finish(_ done: @escaping @Sendable () -> Void) {
        queue.change { $0.finished(number, done, &$1) }
    }
}

extension Hydration {
    fileprivate func encoded(_ state: State) throws -> HydratedData {
        HydratedData(version: version, bytes: try encode(state))
    }
}
