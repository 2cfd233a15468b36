public import Synchronization

/// A call to be made outside every lock, in the order that was decided inside.
@usableFromInline
enum Delivery<B: StateSource>: Sendable {
    /// Deliver a state to these subscribers.
    case state(B.State, to: [Subscriber<B.State>])
    /// Call the hooks.
    case hook(HookCall<B>)
    /// Record a state that an event's handler published.
    case record(B.State, in: AnswerRecord<B.State>)
    /// Record the state that an event left behind, in case its handler published none.
    case leave(B.State, in: AnswerRecord<B.State>)
    /// Send an effect to its consumers.
    case effect(B.Effect, StreamStorage<B.Effect>)
    /// Resolve the receipt of an event, and release the event.
    case receipt(PendingReceipt, Outcome, of: B.Event?)
    /// Release a removed subscriber, after the deliveries to it that are in progress.
    case release(Subscriber<B.State>)
    /// Resume a caller that waited for the close.
    case resume(UnsafeContinuation<Void, Never>)
    /// End everything: the last delivery of a bloc.
    case end(Remains<B>)
}

/// A receiver of states.
@usableFromInline
final class Subscriber<State: Sendable>: Sendable {
    @usableFromInline
    let body: @Sendable (State) -> Void
    @usableFromInline
    let onEnd: (@Sendable () -> Void)?
    /// Whether the runtime itself subscribed, which reports do not count.
    @usableFromInline
    let isOfRuntime: Bool
    @usableFromInline
    let isCancelled = Atomic<Bool>(false)

    @inlinable
    init(isOfRuntime: Bool = false, onEnd: (@Sendable () -> Void)? = nil, body: @escaping @Sendable (State) -> Void) {
        self.isOfRuntime = isOfRuntime
        self.body = body
        self.onEnd = onEnd
    }

    /// Delivers a state, unless the subscription was cancelled.
    @inlinable
    func deliver(_ state: State) {
        guard !isCancelled.load(ordering: .acquiring) else { return }
        body(state)
    }

    @inlinable
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
    }
}

extension BlocCore {
    /// Queues a call to be made outside the lock.
    ///
    /// A bloc without hooks queues no calls of hooks.
    @inlinable
    func post(_ delivery: Delivery<B>, _ state: inout CoreState<B>) {
        if case .hook = delivery, hooks == nil { return }
        state.deliveries.append(delivery)
    }

    /// Takes the role of delivering if something is queued and the role is free.
    ///
    /// - Returns: Whether the caller has the role now and must call ``deliverAll()`` after unlocking.
    @inlinable
    func takeDelivery(_ state: inout CoreState<B>) -> Bool {
        !state.deliveries.isEmpty && role.take()
    }

    /// Makes the queued calls until none is left.
    ///
    /// The caller holds the role.
    @inlinable
    @inline(never)
    func deliverAll() {
        while let delivery = nextDelivery() { perform(delivery) }
    }

    /// The next call; the role is given back when there is none.
    @inlinable
    func nextDelivery() -> Delivery<B>? {
        guarded.withLock { state in
            if let next = state.deliveries.popFirst() { return next }
            role.releaseUnderLock()
            return nil
        }
    }

    @inlinable
    func perform(_ delivery: Delivery<B>) {
        switch delivery {
        case .state(let state, let subscribers):
            for subscriber in subscribers { subscriber.deliver(state) }
        case .hook(let call):
            hooks?.perform(call)
        case .record(let state, let record):
            record.published(state)
        case .leave(let state, let record):
            record.left(state)
        case .effect(let effect, let stream):
            stream.send(effect)
        case .receipt(let receipt, let outcome, _):
            receipt.resolve(outcome)
        case .release:
            break
        case .resume(let continuation):
            continuation.resume()
        case .end(let remains):
            end(remains)
        }
    }
}

/// The role of calling the observers of a bloc: one thread has it at a time, outside every lock.
///
/// The role is taken and its queue is filled under the lock of the bloc. Giving it back with nothing queued needs no lock.
@usableFromInline
struct DeliveryRole: ~Copyable, Sendable {
    /// 0: free; 1: held; 2: held, and something was queued.
    @usableFromInline
    let word = Atomic<UInt8>(0)

    @inlinable
    init() {}

    /// Takes the role if it is free; otherwise marks that something was queued.
    ///
    /// Call it under the lock.
    ///
    /// - Returns: Whether the caller has the role now.
    @inlinable
    func take() -> Bool {
        // Only taken under the lock: no other thread can take it between the load and the store.
        if word.load(ordering: .acquiring) == 0 {
            word.store(1, ordering: .relaxed)
            return true
        }
        let (isMarked, held) = word.compareExchange(expected: 1, desired: 2, ordering: .acquiring)
        if isMarked || held == 2 { return false }
        word.store(1, ordering: .relaxed)
        return true
    }

    /// Whether no thread delivers; under the lock it stays so until it is taken.
    @inlinable
    var isFree: Bool { word.load(ordering: .acquiring) == 0 }

    /// Gives the role back, unless something was queued.
    ///
    /// - Returns: Whether the role was given back.
    @inlinable
    func release() -> Bool {
        word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged
    }

    /// Gives the role back under the lock, where the holder saw that nothing is queued.
    @inlinable
    func releaseUnderLock() {
        word.store(0, ordering: .releasing)
    }
}
