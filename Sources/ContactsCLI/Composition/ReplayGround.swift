/// The store over which a recording is replayed; what happens there is forgotten.
///
/// A recording does not hold the store as it was when it began, and what was recorded may have changed it since.
enum ReplayGround: Equatable, Sendable {
    /// A copy of the store.
    case copy
    /// A store without anybody, as a new user has it.
    case empty
    /// A copy of the store whose last steps are undone.
    case undone(Int)
    /// A copy of the store whose undone steps are done again.
    case redone(Int)
}
