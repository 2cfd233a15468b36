/// What is looked at to tell whether the program can work.
public enum HealthCheck: String, Codable, Sendable {
    /// The settings.
    case configuration
    /// The file of the contacts.
    case database
    /// What the search finds them by.
    case index
    /// Who may read the files.
    case permissions
    /// The room on the disk.
    case space
    /// Texts that were not saved.
    case drafts
    /// The server that people are fetched from.
    case api
    /// The time of this computer.
    case clock
}
