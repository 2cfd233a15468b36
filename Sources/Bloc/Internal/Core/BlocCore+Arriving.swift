extension BlocCore {
    /// Lets an event through its debounce or throttle.
    func arrive(_ queued: QueuedEvent<B>, registration index: Int, _ table: HandlerTable<B>) {
        switch table.registrations[index].policy.arrival {
        case .immediate:
            enterLane(queued, registration: index, table)
        case .throttled(let interval):
            let now = clock.now()
            let passes = settle { state in
                if let since = state.throttledSince[index], now - since < interval {
                    finish(queued, outcome: .dropped(.throttled), &state)
                    return false
                }
                state.throttledSince[index] = now
                return true
            }
            if passes { enterLane(queued, registration: index, table) }
        case .debounced(let interval):
            debounce(queued, registration: index, interval, table)
        }
    }

    private enum DebounceStep: Sendable {
        case end
        case goOn
        case wait
    }

    private func debounce(
        _ queued: QueuedEvent<B>,
        registration index: Int,
        _ interval: Duration,
        _ table: HandlerTable<B>
    ) {
        let ticket = queued.ticket
        let sleep = clock.sleep
        // The event takes its place before its timer exists, so that no ring finds it missing.
        let (step, replaced) = settle { state -> (DebounceStep, Task<Void, Never>?) in
            guard !isLost(queued, &state) else { return (.end, nil) }
            let replaced = state.arrivals.removeValue(forKey: index)
            if let replaced { finish(replaced.queued, outcome: .dropped(.debounced), &state) }
            // While draining nobody waits for time.
            guard state.life.isOpen else { return (.goOn, replaced?.timer) }
            state.arrivals[index] = .init(queued: queued, timer: nil)
            return (.wait, replaced?.timer)
        }
        replaced?.cancel()
        switch step {
        case .end: return
        case .goOn: return enterLane(queued, registration: index, table)
        case .wait: break
        }
        let timer = start { [self] in
            do {
                try await sleep(interval)
            } catch {
                return  // Replaced by a later event, or the bloc closed.
            }
            release(ticket, registration: index)
        }
        let isNeeded = guarded.withLock { state in
            guard state.arrivals[index]?.queued.ticket == ticket else { return false }
            state.arrivals[index] = .init(queued: queued, timer: timer)
            return true
        }
        if !isNeeded { timer.cancel() }
    }

    /// The quiet time of a debounced event is over.
    private func release(_ ticket: UInt64, registration index: Int) {
        settleAndDrain { state in
            guard let arrival = state.arrivals[index], arrival.queued.ticket == ticket else { return }
            state.arrivals[index] = nil
            var queued = arrival.queued
            queued.stage = .shaped(registration: index)
            state.mailbox.enqueued(queued)
        }
    }
}
