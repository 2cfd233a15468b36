/// A handler, what it takes, and how its runs overlap.
struct Registration<B: StateSource>: Sendable {
    /// Which events a registration takes.
    enum Selector: Sendable {
        /// All that no other registration takes.
        case all
        /// Those of one concrete type.
        case type(ObjectIdentifier)
        /// Those for which the predicate holds.
        case matching(@Sendable (B.Event) -> Bool)
    }

    let selector: Selector
    let name: RegistrationName
    /// The index of the lane.
    let lane: Int
    let policy: EventPolicy
    let work: HandlerWork<B>
}
