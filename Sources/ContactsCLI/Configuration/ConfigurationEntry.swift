/// One setting as it is shown.
struct ConfigurationEntry: Hashable, Sendable {
    /// The key as the files have it.
    var key: String
    /// The value; a placeholder for a secret.
    var value: String
    /// Where the value comes from: `DEV.xcconfig:12`, `--db`, `CONTACTS_DB` or `built-in default`.
    var origin: String
}
