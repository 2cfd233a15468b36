/// What all counters are told.
package enum CounterEvent: Sendable {
    case incremented
    case decremented
}
