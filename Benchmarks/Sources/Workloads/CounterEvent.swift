/// The events of all counters.
package enum CounterEvent: Sendable {
    case incremented
    case decremented
}
