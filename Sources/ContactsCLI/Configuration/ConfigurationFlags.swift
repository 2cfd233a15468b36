/// What the command line says about the settings.
struct ConfigurationFlags: Hashable, Sendable {
    /// `--env`.
    var environment: String?
    /// `--db`.
    var databasePath: String?
    /// `--log-level`.
    var logLevel: String?
    /// `--config`: a file whose settings go before those of the environment's file and of `Local.xcconfig`.
    var configFile: String?

    /// The value that a flag gives to a key.
    func value(of key: ConfigurationKey) -> String? {
        switch key {
        case .environment: environment
        case .databasePath: databasePath
        case .logLevel: logLevel
        default: nil
        }
    }
}
