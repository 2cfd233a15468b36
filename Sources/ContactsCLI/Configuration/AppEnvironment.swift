/// Where the people come from and how carefully they are treated.
enum AppEnvironment: String, CaseIterable, Sendable {
    /// Work on the program: people from the embedded server.
    case dev = "DEV"
    /// Quality control: the real API.
    case qc = "QC"
    /// Use.
    case prod = "PROD"

    /// Reads the name of an environment in any case; `Production` is `PROD`.
    init?(name: String) {
        switch name.uppercased() {
        case "DEV", "DEVELOPMENT": self = .dev
        case "QC": self = .qc
        case "PROD", "PRODUCTION": self = .prod
        default: return nil
        }
    }

    /// The name of the environment's file among the embedded ones.
    var fileName: String { "\(rawValue).xcconfig" }

    /// The name of the environment's database: people of one never meet those of another.
    var databaseName: String { "contacts-\(rawValue.lowercased()).sqlite" }
}
