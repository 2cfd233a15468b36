import Repository

/// The sources of settings, the strongest first.
struct SettingLayers: Sendable {
    private var layers: [[ConfigurationKey: Setting]] = []

    /// Adds a source that is weaker than those before.
    mutating func add(_ settings: [ConfigurationKey: Setting]) { layers.append(settings) }

    var isComplete: Bool { ConfigurationKey.allCases.allSatisfy { find($0) != nil } }

    /// The value of a key from the first layer that has one.
    func setting(_ key: ConfigurationKey) -> Setting {
        find(key) ?? Setting(key: key, value: key.builtInDefault, origin: "built-in default")
    }

    private func find(_ key: ConfigurationKey) -> Setting? {
        layers.lazy.compactMap { $0[key] }.first { !$0.value.isEmpty || key.meansSomethingWhenEmpty }
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
