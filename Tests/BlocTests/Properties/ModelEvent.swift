/// An event of the random tests.
struct ModelEvent: Hashable, Sendable {
    /// The registration of the event.
    enum Kind: Int, CaseIterable, Sendable {
        case synchronous
        case concurrent
        case sequential
        case droppable
        case restartable
        // These share one lane.
        case sharedSequential
        case sharedDroppable
        case sharedRestartable
        case debounced
        case throttled

        /// The lane of the registration.
        var lane: Int {
            switch self {
            case .sharedSequential, .sharedDroppable, .sharedRestartable: -1
            default: rawValue
            }
        }
    }

    /// The number that the bloc gives it.
    let number: Int
    let kind: Kind
    /// Whether its handler ignores its cancellation.
    let isStubborn: Bool
}
