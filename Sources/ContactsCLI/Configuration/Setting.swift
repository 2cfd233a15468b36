/// A value that won, and where it comes from.
struct Setting: Sendable {
    var key: ConfigurationKey
    var value: String
    var origin: String
    /// The folder that a relative path in the value starts at; nil for the working folder.
    var folder: String?

    /// `API_PAGE_SIZE is '0' (CONTACTS_API_PAGE_SIZE): ` and what would be right; the value only if it is not secret.
    func problem(_ expectation: String) -> String {
        key.isSecret
            ? "\(key.rawValue) (\(origin)): \(expectation)"
            : "\(key.rawValue) is '\(value)' (\(origin)): \(expectation)"
    }
}
