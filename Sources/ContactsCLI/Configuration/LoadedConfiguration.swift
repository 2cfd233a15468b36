/// The settings, where they come from and what is doubtful about them.
struct LoadedConfiguration: Sendable {
    /// Every setting, in the order of ``ConfigurationKey``.
    var entries: [ConfigurationEntry]
    /// What is doubtful, one line each.
    var warnings: [String]
    /// The files that were read, and those that may be there and are not.
    var files: [ConfigurationFile]

    private let decoded: Result<AppConfiguration, ConfigurationError>

    init(
        entries: [ConfigurationEntry],
        warnings: [String],
        files: [ConfigurationFile],
        decoded: Result<AppConfiguration, ConfigurationError>
    ) {
        self.entries = entries
        self.warnings = warnings
        self.files = files
        self.decoded = decoded
    }

    /// The settings for use.
    ///
    /// Fails only when no place for the database can be found: a command that does not need one runs without.
    var configuration: AppConfiguration {
        get throws(ConfigurationError) { try decoded.get() }
    }
}
