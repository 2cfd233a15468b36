import Primitives
import Repository

/// The settings among the environment variables.
struct VariableLayer: Sendable {
    /// The settings, by key; their origin is the name of the variable.
    private(set) var settings: [ConfigurationKey: Setting] = [:]
    private(set) var warnings: [String] = []

    /// Finds the settings.
    init(_ environment: [String: String]) throws(ConfigurationError) {
        for key in ConfigurationKey.allCases {
            let long = Self.value(of: key.variable, for: key, in: environment)
            let short = key.shortVariable.flatMap { Self.value(of: $0, for: key, in: environment) }
            if let long, let short, let shortVariable = key.shortVariable, !Self.mean(key, long, short) {
                throw ConfigurationError(
                    "\(shortVariable) is '\(short)' and \(key.variable) is '\(long)': they set the same key. Unset one of them."
                )
            }
            guard let value = short ?? long else { continue }
            let name = short == nil ? key.variable : key.shortVariable ?? key.variable
            settings[key] = Setting(key: key, value: value, origin: name, layer: .variable)
        }
        warnings = Self.misspelled(in: environment)
    }

    private static func value(
        of variable: String,
        for key: ConfigurationKey,
        in environment: [String: String]
    ) -> String? {
        guard let value = environment[variable], !value.isEmpty || key.meansSomethingWhenEmpty else { return nil }
        return value
    }

    private static func mean(_ key: ConfigurationKey, _ first: String, _ second: String) -> Bool {
        switch key {
        case .environment:
            first == second || (AppEnvironment(name: first).map { $0 == AppEnvironment(name: second) } ?? false)
        case .logLevel: first.lowercased() == second.lowercased()
        default: first == second
        }
    }

    /// Only names close to a setting's are reported; others may belong to another program.
    private static func misspelled(in environment: [String: String]) -> [String] {
        let prefix = "CONTACTS_"
        let known = ConfigurationKey.allCases.flatMap { [$0.variable, $0.shortVariable].compactMap { $0 } }
        return environment.keys.filter { $0.hasPrefix(prefix) && !known.contains($0) }.sorted().compactMap { name in
            NearestName.find(name, in: known, within: 2).map {
                "The environment variable \(name) sets nothing. Did you mean \($0)?"
            }
        }
    }
}
