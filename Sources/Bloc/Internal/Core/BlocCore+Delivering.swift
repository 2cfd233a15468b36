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
