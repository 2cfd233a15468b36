/// What all counters are told.
public enum CounterEvent: Sendable {
    case incremented
    case decremented
}
