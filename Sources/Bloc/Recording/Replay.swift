/// What came of replaying a recording, beside what was recorded.
public struct Replay<Event: Sendable, State: Equatable & Sendable>: Sendable {
    /// What was recorded.
    public let recorded: [RecordedTransition<Event, State>]
    /// What came, in order.
    public let replayed: [ReplayedTransition<Event, State>]

    /// The index of the first transition whose state differs, that did not come, or that was not recorded; `nil` when the
    /// recording was repeated state by state.
    public var firstDifference: Int? {
        let common = min(recorded.count, replayed.count)
        if let index = (0..<common).first(where: { recorded[$0].state != replayed[$0].state }) { return index }
        return recorded.count == replayed.count ? nil : common
    }
}
