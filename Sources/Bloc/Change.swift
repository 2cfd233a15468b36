/// A step of a state: what was, and what is next.
public struct Change<State: Sendable>: Sendable {
    /// The state before.
    public let current: State
    /// The state after.
    public let next: State

    /// Creates a change.
    public init(current: State, next: State) {
        self.current = current
        self.next = next
    }
}

extension Change: Equatable where State: Equatable {}
