import Repository
import Services

/// What the view of birthdays shows.
enum BirthdayState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// The birthdays are being looked for.
    case loading
    /// The birthdays are there, the next one first.
    case listed(BirthdayList)
    /// The contacts could not be read.
    case failure(RepositoryError)
}
