import Configuration
import Repository
import XCConfig

/// The sources of settings, the strongest first.
struct SettingLayers: Sendable {
    private struct Layer: Sendable {
        var provider: any ConfigProvider
        var prefix: [String] = []
        var origin: @Sendable (ConfigurationKey) -> String
        var folder: @Sendable (ConfigurationKey) -> String? = { _ in nil }
        var kind: Setting.Layer = .file
    }

    private var layers: [Layer] = []

    /// Adds the flags of the command line.
    mutating func add(_ flags: ConfigurationFlags) {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for key in ConfigurationKey.allCases {
            guard let value = flags.value(of: key) else { continue }
            values[AbsoluteConfigKey(key.components)] = ConfigValue(.string(value), isSecret: key.isSecret)
        }
        guard !values.isEmpty else { return }
        layers.append(Layer(provider: InMemoryProvider(values: values), origin: { $0.flag ?? "" }, kind: .flag))
    }

    /// Adds the environment variables.
    mutating func add(_ variables: VariableLayer) {
        guard !variables.variables.isEmpty else { return }
        let origins = variables.origins
        layers.append(
            Layer(
                provider: EnvironmentVariablesProvider(environmentVariables: variables.variables),
                prefix: ["contacts"],
                origin: { origins[$0] ?? $0.variable },
                kind: .variable
            )
        )
    }

    /// Adds a file.
    mutating func add(_ file: FileLayer) {
        layers.append(
            Layer(
                provider: file.provider,
                origin: { file.origin(of: $0) ?? "" },
                folder: { file.folder(of: $0) }
            )
        )
    }

    /// The value of a key from the first layer that has one; the built-in default when none has.
    func setting(_ key: ConfigurationKey) -> Setting {
        for layer in layers {
            let path = AbsoluteConfigKey(layer.prefix + key.components)
            // All of these providers can read any of their values as a string, so that no error is lost here.
            guard let content = try? layer.provider.value(forKey: path, type: .string).value?.content,
                case .string(let value) = content, !value.isEmpty || key.meansSomethingWhenEmpty
            else { continue }
            return Setting(
                key: key,
                value: value,
                origin: layer.origin(key),
                folder: layer.folder(key),
                layer: layer.kind
            )
        }
        return Setting(key: key, value: key.builtInDefault, origin: "built-in default", folder: nil)
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
