import Repository
import XCConfig

/// Finds and decodes the settings.
///
/// In order of precedence: command line flags, environment variables, the file named by `--config`, `Local.xcconfig` in
/// the user's configuration folder, and the environment's embedded file. No file is read from the working folder unless
/// it is named.
struct ConfigurationLoader: Sendable {
    let fileSystem: EmbeddedFirstFileSystem
    private let folders: XDGFolders

    init(
        processEnvironment: [String: String],
        fileSystem: any ConfigFileSystem = LocalConfigFileSystem()
    ) {
        self.fileSystem = EmbeddedFirstFileSystem(base: fileSystem)
        folders = XDGFolders(environment: processEnvironment)
    }

    /// The file with this machine's settings; nil if no variable names the user's folder.
    var localFile: String? {
        folders.configuration.map { "\($0)/Local.xcconfig" }
    }

    func load(flags: ConfigurationFlags) throws(ConfigurationError) -> LoadedConfiguration {
        var layers = [flags.layer, try SettingLayer(variables: folders.environment)]
        let environment = try environment(flags: flags, layers)
        if let path = flags.configFile { layers.append(try read(path, environment: environment)) }
        let path = "\(EmbeddedFirstFileSystem.folder)/\(environment.fileName)"
        layers.append(try read(path, environment: environment))
        var warnings = Self.eachOnce(layers.flatMap(\.warnings))
        let problems = Self.eachOnce(layers.flatMap(\.problems))
        if let error = ConfigurationError(problems, warnings: warnings) { throw error }
        // A setting that the user's file empties falls back to the embedded files.
        if !layers.isComplete { layers.append(try read(path, environment: environment, isAlone: true)) }
        var decoder = SettingDecoder(layers: layers, folders: folders, fileSystem: fileSystem)
        let database = Result { () throws(ConfigurationError) in try decoder.databasePath(in: environment) }
        let configuration = AppConfiguration(
            environment: environment,
            decoder: &decoder,
            databasePath: (try? database.get()) ?? ""
        )
        warnings += decoder.warnings
        if let error = ConfigurationError(decoder.problems, warnings: warnings) { throw error }
        let (book, file) = (layers.setting(.book), layers.setting(.databasePath))
        let choice = BookChoice(book: book, database: file, registry: folders.bookRegistry)
        let opened = database.flatMap { _ in
            Result { () throws(ConfigurationError) in try choice.open(configuration) }
        }
        return LoadedConfiguration(
            entries: ConfigurationKey.allCases.map { key in
                entry(layers.setting(key), configuration: (try? opened.get()) ?? configuration)
            },
            warnings: warnings,
            decoded: opened
        )
    }

    /// Removes duplicate lines, because a file that is included twice reports its problems twice.
    private static func eachOnce(_ lines: [String]) -> [String] {
        var known: Set<String> = []
        return lines.filter { known.insert($0).inserted }
    }

    /// Reads a settings file; if `isAlone`, ignores the user's files that it would include.
    private func read(
        _ path: String,
        environment: AppEnvironment?,
        isAlone: Bool = false
    ) throws(ConfigurationError) -> SettingLayer {
        let folder = isAlone ? nil : folders.configuration
        do {
            return try SettingLayer(path, environment: environment, fileSystem: fileSystem, searchFolder: folder)
        } catch {
            throw ConfigurationError("The settings file '\(path)' cannot be read: \(error.reason).")
        }
    }

    /// Returns the selected environment: that of the strongest layer that sets one.
    private func environment(
        flags: ConfigurationFlags,
        _ given: [SettingLayer]
    ) throws(ConfigurationError) -> AppEnvironment {
        var layers = given
        // Files are read here only if nothing stronger decides, and without conditions on the environment.
        if given.allSatisfy({ $0.settings[.environment] == nil }) {
            let local = localFile.flatMap { fileSystem.kind(ofPath: $0) == nil ? nil : $0 }
            for path in [flags.configFile, local].compactMap({ $0 }) { layers.append(try read(path, environment: nil)) }
        }
        let setting = layers.setting(.environment)
        guard let environment = AppEnvironment(name: setting.value) else {
            throw ConfigurationError(setting.problem("it must be DEV, QC or PROD."))
        }
        return environment
    }

    private func entry(_ setting: Setting, configuration: AppConfiguration) -> ConfigurationEntry {
        var entry = ConfigurationEntry(key: setting.key.rawValue, value: setting.shownValue, origin: setting.origin)
        switch setting.key {
        case .environment: entry.value = configuration.environment.rawValue
        case .isStorybook: entry.value = configuration.isStorybook ? "YES" : "NO"
        case .book: entry.value = configuration.bookName
        case .databasePath: entry.value = configuration.databasePath
        case .apiCAFile: entry.value = configuration.apiCAFile ?? ""
        case .logLevel: entry.value = configuration.logLevel.rawValue
        case .theme: entry.value = configuration.theme.rawValue
        case .defaultRegion: entry.value = configuration.defaultRegion?.code ?? ""
        default: break
        }
        return entry
    }
}

struct LoadedConfiguration: Sendable {
    /// Every setting, in the order of ``ConfigurationKey``.
    var entries: [ConfigurationEntry]
    var warnings: [String]
    let decoded: Result<AppConfiguration, ConfigurationError>

    /// The decoded settings.
    ///
    /// Throws only if no location for the database is found; commands that don't need one run without it.
    var configuration: AppConfiguration {
        get throws(ConfigurationError) { try decoded.get() }
    }
}

struct ConfigurationEntry: Hashable, Sendable {
    var key: String
    var value: String
    /// The origin of the value: `DEV.xcconfig:12`, `--db`, `CONTACTS_DB` or `built-in default`.
    var origin: String
}

/// Settings that can't be used.
///
/// Each problem names the key, its value unless it is secret, its origin and the allowed values.
struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, one line each; never empty.
    let problems: [String]
    let warnings: [String]
    /// Whether a command line option is wrong, rather than a setting.
    let isUsage: Bool

    init(_ problem: String, isUsage: Bool = false) {
        problems = [problem]
        warnings = []
        self.isUsage = isUsage
    }

    /// Creates an error; `nil` if there are no problems.
    init?(_ problems: [String], warnings: [String]) {
        guard !problems.isEmpty else { return nil }
        self.problems = problems
        self.warnings = warnings
        isUsage = false
    }

    /// The first problem on one line, with the number of remaining ones.
    var description: String {
        let first = problems.first ?? ""
        return problems.count > 1 ? "\(first) (and \(problems.count - 1) more: contacts config check)" : first
    }
}

struct ConfigurationFlags: Hashable, Sendable {
    /// The values of the keys that have a flag.
    var values: [ConfigurationKey: String] = [:]
    /// `--config`: a file that overrides the environment's file and `Local.xcconfig`.
    var configFile: String?

    var layer: SettingLayer {
        values.reduce(into: SettingLayer()) { layer, given in
            let (key, value) = given
            layer.settings[key] = Setting(key: key, value: value, origin: key.flag ?? "", layer: .flag)
        }
    }
}
