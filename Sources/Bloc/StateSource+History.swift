extension StateSource {
    /// Whether there is a state to go back to; never without `history(limit:where:)` in the builder.
    public var canUndo: Bool { core.historyAllows { $0.canUndo(from: $1) } }

    /// Whether there is a state to go forward to.
    public var canRedo: Bool { core.historyAllows { $0.canRedo(from: $1) } }

    /// Goes back to the state before the last change, as a transition with the trigger `undo`.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func undo() -> Bool { core.travel(.undo) { $0.undone(from: $1) } }

    /// Goes forward to the state that was undone last, as a transition with the trigger `redo`.
    ///
    /// - Returns: Whether there was one. A change after an undo clears what could be redone.
    @discardableResult
    public func redo() -> Bool { core.travel(.redo) { $0.redone(from: $1) } }

    /// Forgets the states that can be undone and redone.
    public func clearHistory() { core.clearHistory() }

    /// Waits until the current state is saved; at once without `hydrate(_:)` in the builder.
    ///
    /// Closing discards what is not saved, so that it cannot overwrite what a successor saves: flush before.
    ///
    /// - Throws: ``HydrationError`` when it could not be saved. The next change, or another flush, tries again.
    public func flush() async throws {
        if let error = await core.flush() { throw error }
    }
}
