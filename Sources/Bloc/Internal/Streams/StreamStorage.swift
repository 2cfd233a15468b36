/// The buffer between a bloc and one consumer, or several consumers that share its elements.
@usableFromInline
final class StreamStorage<Element: Sendable>: Sendable {
    private struct Guarded {
        var machine: StreamStateMachine<Element>
        var lastDemand = 0
    }

    private let guarded: Lock<Guarded>

    init(buffering: Buffering) {
        guarded = Lock(Guarded(machine: StreamStateMachine(buffering: buffering)))
    }

    var count: Int { guarded.withLock { $0.machine.count } }

    @usableFromInline
    func send(_ element: Element) {
        switch guarded.withLock({ $0.machine.arrived(element) }) {
        case .resume(let continuation, let element): continuation.resume(returning: element)
        case .buffered(let displaced): withExtendedLifetime(displaced) {}
        }
    }

    @usableFromInline
    func end() {
        for continuation in guarded.withLock({ $0.machine.ended() }) { continuation.resume(returning: nil) }
    }

    /// The next element; `nil` at the end and when the task is cancelled.
    func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        let number = guarded.withLock { guarded in
            guarded.lastDemand += 1
            return guarded.lastDemand
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { (continuation: UnsafeContinuation<Element?, Never>) in
                if Task.isCancelled {
                    continuation.resume(returning: nil)
                    return
                }
                switch guarded.withLock({ $0.machine.demanded(number: number, continuation) }) {
                case .resume(let element):
                    continuation.resume(returning: element)
                case .wait:
                    // A cancellation after the check above found no consumer to resume: check again.
                    if Task.isCancelled { cancel(number) }
                }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        guarded.withLock { $0.machine.cancelled(number: number) }?.resume(returning: nil)
    }
}

/// The stream of states of one consumer; it unsubscribes when released.
final class StateStream<Element: Sendable>: Sendable {
    let storage: StreamStorage<Element>
    private let subscription: BlocSubscription

    init(buffering: Buffering, subscribe: (StreamStorage<Element>) -> BlocSubscription) {
        storage = StreamStorage(buffering: buffering)
        subscription = subscribe(storage)
    }
}

/// Creates the streams of a sequence.
///
/// The first stream is created with the sequence, so that it misses no state; others are created on demand.
final class StateStreamSource<Element: Sendable>: Sendable {
    private let make: @Sendable () -> StateStream<Element>
    private let first: Lock<StateStream<Element>?>

    init(_ make: @escaping @Sendable () -> StateStream<Element>) {
        self.make = make
        first = Lock(make())
    }

    /// A stream for one iteration.
    func take() -> StateStream<Element> {
        first.withLock { $0.take() } ?? make()
    }
}

/// A part of a state, with its last value.
final class Selection<State: Sendable, Part: Equatable & Sendable>: Sendable {
    private enum Last {
        case nothing
        /// The state that the subscription began with.
        ///
        /// Its part is taken with the first call: taking it is user code, which must not run under the lock.
        case state(State)
        case part(Part)
    }

    private let part: @Sendable (State) -> Part
    private let body: @Sendable (Part) -> Void
    private let last = Lock(Last.nothing)

    init(part: @escaping @Sendable (State) -> Part, body: @escaping @Sendable (Part) -> Void) {
        self.part = part
        self.body = body
    }

    /// Begins with the current state, which is not delivered.
    func began(with state: State) {
        last.withLock { $0 = .state(state) }
    }

    /// Takes in a published state.
    ///
    /// Calls come one at a time, so the last value does not change in between.
    func arrived(_ state: State) {
        let next = part(state)
        let old: Part? =
            switch last.withLock({ $0 }) {
            case .nothing: nil
            case .state(let state): part(state)
            case .part(let part): part
            }
        guard old != next else { return }
        last.withLock { $0 = .part(next) }
        body(next)
    }
}
