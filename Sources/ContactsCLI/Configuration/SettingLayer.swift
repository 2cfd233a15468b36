import Primitives
import Repository

/// The settings of a source, and what is wrong with it.
struct SettingLayer: Sendable {
    var settings: [ConfigurationKey: Setting] = [:]
    var problems: [String] = []
    var warnings: [String] = []
}

/// The sources of settings, the strongest first.
extension [SettingLayer] {
    var isComplete: Bool { ConfigurationKey.allCases.allSatisfy { find($0) != nil } }

    func setting(_ key: ConfigurationKey) -> Setting {
        find(key) ?? Setting(key: key, value: key.builtInDefault, origin: "built-in default")
    }

    private func find(_ key: ConfigurationKey) -> Setting? {
        lazy.compactMap { $0.settings[key] }.first { !$0.value.isEmpty || key.meansSomethingWhenEmpty }
    }
}

/// The effective value of a key, and its origin.
struct Setting: Sendable {
    /// The kinds of layers, the strongest first.
    enum Layer: Int, Sendable {
        case flag
        case variable
        case file
    }

    var key: ConfigurationKey
    var value: String
    var origin: String
    /// The folder that a relative path in the value is relative to; nil for the working folder.
    var folder: String?
    /// The layer that has the value; files and built-in defaults are alike.
    var layer = Layer.file

    /// The problem as `API_PAGE_SIZE is '0' (CONTACTS_API_PAGE_SIZE): ` and the expectation; without a secret value.
    func problem(_ expectation: String) -> String {
        key.isSecret
            ? "\(key.rawValue) (\(origin)): \(expectation)"
            : "\(key.rawValue) is '\(shownValue)' (\(origin)): \(expectation)"
    }

    /// The value without what may be a secret in it.
    var shownValue: String {
        if key.isSecret { return value.isEmpty ? "" : Secret.placeholder }
        return key == .apiEndpointURL ? HTTPAddress.withoutSecrets(value) : value
    }
}

extension SettingLayer {
    /// Reads the variables of the process.
    init(variables environment: [String: String]) throws(ConfigurationError) {
        for key in ConfigurationKey.allCases {
            let set = key.variables.compactMap { name -> Setting? in
                guard let value = environment[name], !value.isEmpty || key.meansSomethingWhenEmpty else { return nil }
                return Setting(key: key, value: value, origin: name, layer: .variable)
            }
            if let first = set.first, let last = set.last, !Self.mean(key, first.value, last.value) {
                throw ConfigurationError(
                    "\(first.origin) is '\(first.value)' and \(last.origin) is '\(last.value)': they set the same key. "
                        + "Unset one of them."
                )
            }
            settings[key] = set.first
        }
        warnings = Self.misspelled(in: environment)
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
        let known = ConfigurationKey.allCases.flatMap(\.variables)
        return environment.keys.filter { $0.hasPrefix(prefix) && !known.contains($0) }.sorted().compactMap { name in
            NearestName.find(name, in: known, within: 2).map {
                "The environment variable \(name) sets nothing. Did you mean \($0)?"
            }
        }
    }
}
