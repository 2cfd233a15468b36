public import Synchronization

/// Something to be called outside every lock, in the order decided inside.
@usableFromInline
enum Delivery<B: StateSource>: Sendable {
    /// Tell these subscribers of a state.
    case state(B.State, to: [Subscriber<B.State>])
    /// Call the hooks.
    case hook(HookCall<B>)
    /// Send an effect to its consumers.
    case effect(B.Effect, StreamStorage<B.Effect>)
    /// Resolve the receipt of an event, and release the event.
    case receipt(PendingReceipt, Outcome, of: B.Event)
    /// Release a subscriber that was removed, after whatever is being delivered to it.
    case release(Subscriber<B.State>)
    /// Let somebody go who waited for the close.
    case resume(UnsafeContinuation<Void, Never>)
    /// End everything: the last delivery of a bloc.
    case end(Remains<B>)
}

/// Somebody who is told of states.
@usableFromInline
final class Subscriber<State: Sendable>: Sendable {
    @usableFromInline
    let body: @Sendable (State) -> Void
    let onEnd: (@Sendable () -> Void)?
    /// Whether the runtime itself subscribed, which reports do not count.
    let isOfRuntime: Bool
    @usableFromInline
    let isCancelled = Atomic<Bool>(false)

    init(isOfRuntime: Bool = false, onEnd: (@Sendable () -> Void)? = nil, body: @escaping @Sendable (State) -> Void) {
        self.isOfRuntime = isOfRuntime
        self.body = body
        self.onEnd = onEnd
    }

    /// Tells of a state, unless the subscription was cancelled.
    @inlinable
    func deliver(_ state: State) {
        guard !isCancelled.load(ordering: .acquiring) else { return }
        body(state)
    }

    func cancel() {
        isCancelled.store(true, ordering: .releasing)
    }
}

extension BlocCore {
    /// Leaves something to be called outside the lock.
    ///
    /// Hooks that nobody listens to are left out.
    func post(_ delivery: Delivery<B>, _ state: inout CoreState<B>) {
        if case .hook = delivery, hooks == nil { return }
        state.deliveries.append(delivery)
    }

    /// Whether something is to be delivered and the caller has the role of doing it now.
    func isToDeliver(_ state: inout CoreState<B>) -> Bool {
        !state.deliveries.isEmpty && role.taken()
    }

    /// Calls out until nothing waits.
    ///
    /// The caller holds the role.
    @usableFromInline
    @inline(never)
    func deliverAll() {
        while let delivery = nextDelivery() { perform(delivery) }
    }

    /// The next thing to be called; without one the role is given back.
    private func nextDelivery() -> Delivery<B>? {
        guarded.withLock { state in
            if let next = state.deliveries.popFirst() { return next }
            role.rested()
            return nil
        }
    }

    private func perform(_ delivery: Delivery<B>) {
        switch delivery {
        case .state(let state, let subscribers):
            for subscriber in subscribers { subscriber.deliver(state) }
        case .hook(let call):
            hooks?.perform(call)
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

/// Who calls the observers of a bloc: one thread at a time, outside every lock.
///
/// The role is taken and its queue is filled under the lock of the bloc; giving it back with nothing queued needs no lock.
@usableFromInline
struct DeliveryRole: ~Copyable, Sendable {
    /// 0: free.
    ///
    /// 1: held. 2: held, and something was queued.
    @usableFromInline
    let word = Atomic<UInt8>(0)

    @inlinable
    init() {}

    /// Takes the role if it is free; else tells its holder that something is queued.
    ///
    /// Under the lock.
    ///
    /// - Returns: Whether the caller has it now.
    @inlinable
    func taken() -> Bool {
        // Taken only under the lock, so that nobody else can take it between the load and the store.
        if word.load(ordering: .acquiring) == 0 {
            word.store(1, ordering: .relaxed)
            return true
        }
        let (isTold, held) = word.compareExchange(expected: 1, desired: 2, ordering: .acquiring)
        if isTold || held == 2 { return false }
        word.store(1, ordering: .relaxed)
        return true
    }

    /// Gives the role back, unless something was queued.
    @inlinable
    func released() -> Bool {
        word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged
    }

    /// Gives the role back under the lock, where the holder saw that nothing is queued.
    @inlinable
    func rested() {
        word.store(0, ordering: .releasing)
    }
}
