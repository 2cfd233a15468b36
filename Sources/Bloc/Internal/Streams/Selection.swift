/// A part of a state, and what it was last.
final class Selection<State: Sendable, Part: Equatable & Sendable>: Sendable {
    private let part: @Sendable (State) -> Part
    private let body: @Sendable (Part) -> Void
    private let last = Lock<Part?>(nil)

    init(part: @escaping @Sendable (State) -> Part, body: @escaping @Sendable (Part) -> Void) {
        self.part = part
        self.body = body
    }

    /// The subscription began with this state.
    func began(with state: State) {
        let first = part(state)
        last.withLock { $0 = first }
    }

    /// A state was published.
    ///
    /// Calls come one at a time.
    func arrived(_ state: State) {
        let next = part(state)
        let old = last.withLock { $0 }
        guard old != next else { return }
        last.withLock { $0 = next }
        body(next)
    }
}
