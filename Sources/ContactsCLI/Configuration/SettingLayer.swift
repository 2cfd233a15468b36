import Primitives
import Repository

/// The settings from one source, and the problems with it.
struct SettingLayer: Sendable {
    var settings: [ConfigurationKey: Setting] = [:]
    var problems: [String] = []
    var warnings: [String] = []
}

/// The sources of settings, strongest first.
extension [SettingLayer] {
    var isComplete: Bool { ConfigurationKey.allCases.allSatisfy { find($0) != nil } }

    func setting(_ key: ConfigurationKey) -> Setting {
        find(key) ?? Setting(key: key, value: key.builtInDefault, origin: "built-in default")
    }

    private func find(_ key: ConfigurationKey) -> Setting? {
        lazy.compactMap { $0.settings[key] }.first { !$0.value.isEmpty || key.meansSomethingWhenEmpty }
    }
}

/// The effective value of a key and its origin.
struct Setting: Sendable {
    /// The kinds of layers, strongest first.
    enum Layer: Int, Sendable {
        case flag
        case variable
        case file
    }

    var key: ConfigurationKey
    var value: String
    var origin: String
    /// The base folder for a relative path in the value; nil for the working folder.
    var folder: String?
    /// The layer that the value comes from; files and built-in defaults are the same layer.
    var layer = Layer.file

    /// Returns the problem as `API_PAGE_SIZE is '0' (CONTACTS_API_PAGE_SIZE): ` and the expectation, without secrets.
    func problem(_ expectation: String) -> String {
        key.isSecret
            ? "\(key.rawValue) (\(origin)): \(expectation)"
            : "\(key.rawValue) is '\(shownValue)' (\(origin)): \(expectation)"
    }

    /// The value with possible secrets removed.
    var shownValue: String {
        if key.isSecret { return value.isEmpty ? "" : Secret.placeholder }
        return key == .apiEndpointURL ? HTTPAddress.withoutSecrets(value) : value
    }
}

extension SettingLayer {
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

    /// Returns warnings for names close to a setting's name; others may belong to another program.
    private static func misspelled(in environment: [String: String]) -> [String] {
        let prefix = "CONTACTS_"
        let known = ConfigurationKey.allCases.flatMap(\.variables)
        return environment.keys.filter { $0.hasPrefix(prefix) && !known.contains($0) }.sorted().compactMap { name in
            NearestName.find(name, in: known, within: 2).map {
                "The environment variable \(name) has no effect. Did you mean \($0)?"
            }
        }
    }
}
