/// What happens to an event between the mailbox and its lane.
enum Arrival: Hashable, Sendable {
    /// It goes on at once.
    case immediate
    /// It waits until no other has come for the time; a later one replaces it.
    case debounced(Duration)
    /// It goes on unless another went on within the time before.
    case throttled(Duration)
}
