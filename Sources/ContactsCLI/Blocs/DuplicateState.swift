import Repository
import Services

/// What the search for duplicates shows.
enum DuplicateState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// Contacts are being read or merged; so many were read of all.
    case working(read: Int, total: Int?)
    /// The groups that look like one person each.
    case found([DuplicateGroup])
    /// The first contact as it is, and as it would be.
    case preview(old: Contact, merged: Contact)
    /// The contacts that others were merged into.
    case merged([Contact])
    /// Something went wrong; nothing was changed.
    case failure(RepositoryError)
}
