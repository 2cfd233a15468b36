import XCConfig

/// Finds and decodes the settings.
///
/// From the strongest to the weakest: flags of the command line, environment variables, the file named by `--config`,
/// `Local.xcconfig` in the user's configuration folder, the environment's embedded file, built-in defaults. No file is
/// read from the working folder unless it is named.
struct ConfigurationLoader: Sendable {
    private let processEnvironment: [String: String]
    private let fileSystem: EmbeddedFirstFileSystem
    private let folders: XDGFolders

    init(
        processEnvironment: [String: String],
        fileSystem: any ConfigFileSystem = LocalConfigFileSystem(),
        embedded: [String: String] = EmbeddedConfigurations.files
    ) {
        self.processEnvironment = processEnvironment
        self.fileSystem = EmbeddedFirstFileSystem(embedded, over: fileSystem)
        folders = XDGFolders(environment: processEnvironment)
    }

    /// The file for what is set on this machine alone; nil when no variable tells the user's folder.
    var localFile: String? {
        folders.configuration.map { "\($0)/Local.xcconfig" }
    }

    /// Loads the settings.
    ///
    /// - Throws: When a value is wrong, a file cannot be read or has errors, or two variables contradict each other.
    func load(flags: ConfigurationFlags) throws(ConfigurationError) -> LoadedConfiguration {
        let variables = try VariableLayer(processEnvironment)
        let environment = try environment(flags: flags, variables: variables)

        var layers = SettingLayers()
        var files: [ConfigurationFile] = []
        var warnings = variables.warnings
        var problems: [String] = []
        layers.add(flags)
        layers.add(variables)
        if let path = flags.configFile {
            let file = try read(path, environment: environment)
            files += file.files(role: .named)
            warnings += file.warnings
            problems += file.problems
            layers.add(file)
        }
        let file = try read("\(EmbeddedFirstFileSystem.folder)/\(environment.fileName)", environment: environment)
        files += file.files(role: .local).filter { !files.contains($0) }
        warnings += file.warnings.filter { !warnings.contains($0) }
        problems += file.problems.filter { !problems.contains($0) }
        layers.add(file)
        if let error = ConfigurationError(problems, warnings: warnings) { throw error }
        return try decode(layers, environment: environment, files: files, warnings: warnings)
    }

    private func read(_ path: String, environment: AppEnvironment?) throws(ConfigurationError) -> FileLayer {
        do {
            return try FileLayer(
                path,
                environment: environment,
                fileSystem: fileSystem,
                searchFolder: folders.configuration
            )
        } catch {
            throw ConfigurationError("The settings file '\(path)' cannot be read: \(error.reason).")
        }
    }

    /// Which environment is asked for; the first that says something decides.
    private func environment(
        flags: ConfigurationFlags,
        variables: VariableLayer
    ) throws(ConfigurationError) -> AppEnvironment {
        var layers = SettingLayers()
        layers.add(flags)
        layers.add(variables)
        // Files are read here only when nothing stronger decides, and without conditions on what they decide.
        if flags.environment == nil, variables.origins[.environment] == nil {
            if let path = flags.configFile { layers.add(try read(path, environment: nil)) }
            if let localFile, fileSystem.kind(ofPath: localFile) != .missing {
                layers.add(try read(localFile, environment: nil))
            }
        }
        let setting = layers.setting(.environment)
        guard let environment = AppEnvironment(name: setting.value) else {
            throw ConfigurationError(setting.problem("it must be DEV, QC or PROD."))
        }
        return environment
    }

    private func decode(
        _ layers: SettingLayers,
        environment: AppEnvironment,
        files: [ConfigurationFile],
        warnings: [String]
    ) throws(ConfigurationError) -> LoadedConfiguration {
        var decoder = SettingDecoder(layers)
        let location = DatabaseLocation(folders: folders, currentFolder: fileSystem.currentFolder)
        let databaseSetting = layers.setting(.databasePath)
        let database: Result<String, ConfigurationError>
        do {
            database = .success(try location.path(for: databaseSetting, in: environment))
        } catch {
            database = .failure(error)
        }
        let configuration = AppConfiguration(
            environment: environment,
            layers: layers,
            decoder: &decoder,
            databasePath: (try? database.get()) ?? ""
        )
        let warnings = warnings + decoder.warnings
        if let error = ConfigurationError(decoder.problems, warnings: warnings) { throw error }
        return LoadedConfiguration(
            entries: ConfigurationKey.allCases.map { key in
                entry(layers.setting(key), configuration: configuration)
            },
            warnings: warnings,
            files: files,
            decoded: database.map { _ in configuration }
        )
    }

    private func entry(_ setting: Setting, configuration: AppConfiguration) -> ConfigurationEntry {
        var entry = ConfigurationEntry(key: setting.key.rawValue, value: setting.value, origin: setting.origin)
        switch setting.key {
        case .environment: entry.value = configuration.environment.rawValue
        case .isStorybook: entry.value = configuration.isStorybook ? "YES" : "NO"
        case .databasePath: entry.value = configuration.databasePath
        case .logLevel: entry.value = configuration.logLevel.rawValue
        case let key where key.isSecret && !setting.value.isEmpty: entry.value = Secret.placeholder
        default: break
        }
        return entry
    }
}
