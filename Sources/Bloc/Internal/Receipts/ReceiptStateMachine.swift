/// Whether a receipt has resolved, and who waits for it.
struct ReceiptStateMachine {
    private enum State {
        /// Not resolved; these wait.
        case pending(waiting: [UnsafeContinuation<Outcome, Never>])
        /// Resolved.
        case resolved(Outcome)
    }

    private var state = State.pending(waiting: [])

    /// Somebody waits for the outcome.
    ///
    /// - Returns: The outcome, when it is known; else the continuation is kept.
    mutating func awaited(by continuation: UnsafeContinuation<Outcome, Never>) -> Outcome? {
        switch state {
        case .pending(let waiting):
            state = .pending(waiting: waiting + [continuation])
            return nil
        case .resolved(let outcome):
            return outcome
        }
    }

    /// The outcome became known.
    ///
    /// - Returns: Who is to be told now. A second outcome is ignored: the first one was told already.
    mutating func resolved(_ outcome: Outcome) -> [UnsafeContinuation<Outcome, Never>] {
        switch state {
        case .pending(let waiting):
            state = .resolved(outcome)
            return waiting
        case .resolved:
            return []
        }
    }
}
