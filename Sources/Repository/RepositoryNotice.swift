/// Something that did not stop the work but that the user should know.
public enum RepositoryNotice: Equatable, Codable, Sendable {
    /// A person of the API's page `page` (1 is the first) could not be read and was skipped; `index` counts from 0.
    case unreadablePerson(page: Int, index: Int, reason: String)
    /// What the server says that it sent is not what was asked for, in these things.
    case responseDiffers([ResponseDifference])
    /// The network failed, so that the contacts are as old as `age`.
    case stale(age: Duration, cause: RepositoryError)
    /// A damaged database was set aside as `path`, and an empty one begun.
    case databaseSetAside(path: String)
}
