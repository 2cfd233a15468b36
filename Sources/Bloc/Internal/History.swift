/// The states that can be undone and redone.
///
/// A class, because most blocs have no history. Unchecked, with this proof: it is used only under the lock of its bloc.
@usableFromInline
final class History<State: Equatable & Sendable>: @unchecked Sendable {
    private let limit: Int
    private let accepts: @Sendable (State) -> Bool
    /// The states before the current one, oldest first.
    private var past: [State] = []
    /// The states that were undone; the next one to redo is last.
    private var future: [State] = []

    init(limit: Int, accepts: @escaping @Sendable (State) -> Bool) {
        self.limit = limit
        self.accepts = accepts
    }

    func canUndo(from current: State) -> Bool { past.contains { accepts($0) && $0 != current } }

    func canRedo(from current: State) -> Bool { future.contains { accepts($0) && $0 != current } }

    /// Records a change from `old` by an event or a method, which clears the states to redo.
    func changed(from old: State) {
        future = []
        if limit > 0 { past.append(old) }
        if past.count > limit { past.removeFirst(past.count - limit) }
    }

    /// Returns the last state that is accepted and differs from the current one, and moves there.
    func undone(from current: State) -> State? { step(from: current, over: &past, to: &future) }

    /// Returns the next state that is accepted and differs from the current one, and moves there.
    func redone(from current: State) -> State? { step(from: current, over: &future, to: &past) }

    /// Removes and returns all states, to be released outside the lock.
    func cleared() -> [State] {
        defer { (past, future) = ([], []) }
        return past + future
    }

    private func step(from current: State, over source: inout [State], to target: inout [State]) -> State? {
        guard let index = source.lastIndex(where: { accepts($0) && $0 != current }) else { return nil }
        target.append(current)
        target += source[(index + 1)...].reversed()
        defer { source.removeSubrange(index...) }
        return source[index]
    }
}
