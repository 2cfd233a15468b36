import Bloc
import TestWatch

extension BlocBuilder where B.Event == Int, B.State == Int {
    /// Registers a synchronous handler that publishes its events.
    mutating func emitEvents() { on { event, emit in emit(event) } }

    /// Registers an async handler that waits for a signal, and then publishes its events.
    mutating func emitEvents(after signal: Signal) {
        on { event, emit in
            await signal.wait()
            emit(event)
        }
    }
}

extension Receipt {
    /// The outcome as text, such as `dropped(busy)`.
    var word: String {
        get async { await outcome.description }
    }
}

extension [Receipt] {
    /// The outcomes as texts.
    var words: [String] {
        get async {
            var words: [String] = []
            for receipt in self { words.append(await receipt.word) }
            return words
        }
    }
}

extension AsyncSequence {
    /// Returns all elements up to the end.
    func collected() async throws(Failure) -> [Element] {
        var elements: [Element] = []
        var iterator = makeAsyncIterator()
        while let element = try await iterator.next(isolation: #isolation) { elements.append(element) }
        return elements
    }
}

/// The error of handlers and storages that fail.
struct Broken: Error {}

/// An object that closures capture, to detect their release.
final class Witness: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void = {}) {
        self.onRelease = onRelease
    }

    deinit { onRelease() }

    /// Does nothing, but keeps the witness captured.
    func look() {}
}

/// Counts overlapping calls.
final class OverlapCounter: Sendable {
    private let guarded = Lock((inside: 0, most: 0))

    /// The largest number of overlapping calls.
    var most: Int { guarded.withLock { $0.most } }

    /// Counts a call.
    func count<Result>(_ call: () throws -> Result) rethrows -> Result {
        enter()
        defer { leave() }
        return try call()
    }

    func enter() {
        guarded.withLock { guarded in
            guarded.inside += 1
            guarded.most = max(guarded.most, guarded.inside)
        }
    }

    func leave() { guarded.withLock { $0.inside -= 1 } }
}
