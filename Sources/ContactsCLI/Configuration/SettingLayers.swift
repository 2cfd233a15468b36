import Configuration
import XCConfig

/// The places that settings come from, the strongest first.
struct SettingLayers: Sendable {
    private struct Layer: Sendable {
        var provider: any ConfigProvider
        var prefix: [String] = []
        var origin: @Sendable (ConfigurationKey) -> String
        var folder: @Sendable (ConfigurationKey) -> String? = { _ in nil }
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
        layers.append(Layer(provider: InMemoryProvider(values: values), origin: { $0.flag ?? "" }))
    }

    /// Adds the environment variables.
    mutating func add(_ variables: VariableLayer) {
        guard !variables.variables.isEmpty else { return }
        let origins = variables.origins
        layers.append(
            Layer(
                provider: EnvironmentVariablesProvider(environmentVariables: variables.variables),
                prefix: ["contacts"],
                origin: { origins[$0] ?? $0.variable }
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
            // Every provider here can read any of its values as a string, so that there is no error to tell.
            guard let content = try? layer.provider.value(forKey: path, type: .string).value?.content,
                case .string(let value) = content, !value.isEmpty || key.meansSomethingWhenEmpty
            else { continue }
            return Setting(key: key, value: value, origin: layer.origin(key), folder: layer.folder(key))
        }
        return Setting(key: key, value: key.builtInDefault, origin: "built-in default", folder: nil)
    }
}

/// A value that won, and where it comes from.
struct Setting: Sendable {
    var key: ConfigurationKey
    var value: String
    var origin: String
    /// The folder that a relative path in the value starts at; nil for the working folder.
    var folder: String?

    /// `API_PAGE_SIZE is '0' (CONTACTS_API_PAGE_SIZE): ` and what would be right; the value only if it is not secret.
    func problem(_ expectation: String) -> String {
        key.isSecret
            ? "\(key.rawValue) (\(origin)): \(expectation)"
            : "\(key.rawValue) is '\(value)' (\(origin)): \(expectation)"
    }
}
