/// Where a contact came from.
public enum ContactOrigin: String, Hashable, Codable, Sendable {
    /// The API, whose refreshes bring it up to date.
    case source
    /// Somebody who typed or imported it here.
    case local
}
