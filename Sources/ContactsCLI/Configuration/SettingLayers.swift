import Repository

/// The sources of settings, the strongest first.
struct SettingLayers: Sendable {
    private struct Layer: Sendable {
        var kind: Setting.Layer
        var value: @Sendable (ConfigurationKey) -> String?
        var origin: @Sendable (ConfigurationKey) -> String?
        var folder: @Sendable (ConfigurationKey) -> String? = { _ in nil }
    }

    private var layers: [Layer] = []

    /// Adds the flags of the command line.
    mutating func add(_ flags: ConfigurationFlags) {
        layers.append(Layer(kind: .flag, value: { flags.value(of: $0) }, origin: { $0.flag }))
    }

    /// Adds the environment variables.
    mutating func add(_ variables: VariableLayer) {
        layers.append(Layer(kind: .variable, value: { variables.values[$0] }, origin: { variables.origins[$0] }))
    }

    /// Adds a file.
    mutating func add(_ file: FileLayer) {
        layers.append(
            Layer(kind: .file, value: { file[$0] }, origin: { file.origin(of: $0) }, folder: { file.folder(of: $0) })
        )
    }

    /// Whether a layer has a value for every key.
    var isComplete: Bool { ConfigurationKey.allCases.allSatisfy { find($0) != nil } }

    /// The value of a key from the first layer that has one.
    func setting(_ key: ConfigurationKey) -> Setting {
        find(key) ?? Setting(key: key, value: key.builtInDefault, origin: "built-in default", folder: nil)
    }

    private func find(_ key: ConfigurationKey) -> Setting? {
        for layer in layers {
            guard let value = layer.value(key), !value.isEmpty || key.meansSomethingWhenEmpty else { continue }
            return Setting(
                key: key,
                value: value,
                origin: layer.origin(key) ?? "",
                folder: layer.folder(key),
                layer: layer.kind
            )
        }
        return nil
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
