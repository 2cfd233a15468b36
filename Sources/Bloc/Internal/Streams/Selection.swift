/// A part of a state, and what it was last.
final class Selection<State: Sendable, Part: Equatable & Sendable>: Sendable {
    private enum Last {
        case nothing
        /// The state that the subscription began with; taking its part is the user's code, which waits for the first call.
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

    /// The subscription began with this state, which the user knows.
    func began(with state: State) {
        last.withLock { $0 = .state(state) }
    }

    /// A state was published.
    ///
    /// Calls come one at a time, so that no other changes what was last in between.
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
