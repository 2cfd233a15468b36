/// What the view of what was fetched is told.
enum CacheEvent: Sendable {
    /// The numbers were asked for.
    case requested
    /// What can be fetched again is to be forgotten.
    case cleared
}
