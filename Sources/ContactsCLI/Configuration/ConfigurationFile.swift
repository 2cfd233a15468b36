/// A file that settings come from.
struct ConfigurationFile: Hashable, Sendable {
    enum Role: String, Sendable {
        /// Part of the program.
        case embedded
        /// Named by `--config`.
        case named
        /// `Local.xcconfig`, or included by another file.
        case local
    }

    var role: Role
    /// The absolute path; the bare name of an embedded file.
    var path: String
    var exists: Bool
}
