import Dispatch
import Synchronization

/// Makes the next of something on a thread of its own while the one before is used.
final class ReadAhead<Element: Sendable>: Sendable {
    private struct State {
        var ready: [Result<Element?, any Error>] = []
        var isStopped = false
    }

    private let state: Mutex<State>
    private let (filled, free) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    /// The maximum number that is made before one is wanted.
    private static var depth: Int { 2 }

    /// Begins to make them; `nil` is the end, and so is an error.
    init(_ make: @escaping @Sendable () throws -> Element?) {
        state = Mutex(State())
        // Not its first value: that it could not go below at its end.
        for _ in 0..<Self.depth { free.signal() }
        DispatchQueue(label: "contacts.reading").async { [self] in
            var isGoingOn = true
            while isGoingOn {
                free.wait()
                if state.withLock(\.isStopped) { return }
                let result = Result { try make() }
                if case .success(.some) = result {} else { isGoingOn = false }
                let isWanted = state.withLock { state in
                    if !state.isStopped { state.ready.append(result) }
                    return !state.isStopped
                }
                guard isWanted else { return }
                filled.signal()
            }
        }
    }

    /// Waits for the next, which blocks the thread; to be asked by one thread at a time, and not again after the end.
    func next() throws -> Element? {
        filled.wait()
        let (result, isStopped) = state.withLock { state in
            (state.isStopped ? state.ready[0] : state.ready.removeFirst(), state.isStopped)
        }
        // A second call gets the same answer.
        (isStopped ? filled : free).signal()
        return try result.get()
    }

    /// Ends the thread, once it is done with what it makes; who waits for the next gets `CancellationError` at once.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.ready = [.failure(CancellationError())]
        }
        filled.signal()
        free.signal()
    }
}
