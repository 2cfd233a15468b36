import Repository
import Services

/// What the examination shows.
enum DoctorState: Codable, Equatable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// It goes on.
    case running
    /// What was found.
    case finished([HealthFinding])
    /// It could not be carried through.
    case failure(RepositoryError)
}
