import Configuration
import Primitives
import Repository
import XCConfig

/// The settings of an `.xcconfig` file and the files it includes.
struct FileLayer: Sendable {
    private let config: ResolvedConfig
    let provider: XCConfigProvider

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - environment: The value that `[config=…]` is compared with; nil while it is unknown.
    ///   - fileSystem: The file system to read from.
    ///   - searchFolder: The folder that `Local.xcconfig` is looked for in.
    /// - Throws: When the file cannot be read.
    init(
        _ path: String,
        environment: AppEnvironment?,
        fileSystem: EmbeddedFirstFileSystem,
        searchFolder: String?
    ) throws(ConfigFileError) {
        var resolver = ConfigResolver(fileSystem: fileSystem)
        resolver.searchFolders = searchFolder.map { [$0] } ?? []
        resolver.conditions = Self.conditions(environment)
        config = try resolver.resolve(path)
        provider = XCConfigProvider(
            config,
            secretsSpecifier: .specific(Set(ConfigurationKey.allCases.filter(\.isSecret).map(\.rawValue)))
        )
    }

    private static func conditions(_ environment: AppEnvironment?) -> ConditionValues {
        var conditions = ConditionValues()
        if let environment { conditions.add(environment.rawValue, for: "config") }
        #if os(Linux)
        conditions.add("linux", for: "sdk")
        #elseif os(macOS)
        conditions.add("macosx", for: "sdk")
        #endif
        #if arch(x86_64)
        conditions.add("x86_64", for: "arch")
        #elseif arch(arm64)
        conditions.add("arm64", for: "arch")
        #endif
        return conditions
    }

    /// The value of a key, if the file sets it.
    subscript(key: ConfigurationKey) -> String? {
        config[key.rawValue]?.string
    }

    /// The file and line that a key is set in.
    func origin(of key: ConfigurationKey) -> String? {
        guard let value = config[key.rawValue], let file = value.file else { return nil }
        return "\(Self.shownPath(config.files[file].path)):\(value.position.line)"
    }

    /// The folder of the file that a key is set in; nil for an embedded file.
    func folder(of key: ConfigurationKey) -> String? {
        guard let file = config[key.rawValue]?.file else { return nil }
        let path = config.files[file].path
        guard !EmbeddedFirstFileSystem.isEmbedded(path), let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }

    /// The errors of the file and of those it includes, one line each.
    var problems: [String] {
        config.diagnostics.filter { $0.severity == .error }.map(line(for:))
    }

    /// The warnings of the file and of those it includes, one line each.
    var warnings: [String] {
        config.diagnostics.filter { $0.severity == .warning }.map(line(for:)) + unknownKeys
    }

    /// The files that were read.
    func files(role: ConfigurationFile.Role) -> [ConfigurationFile] {
        config.files.map { file in
            let isEmbedded = EmbeddedFirstFileSystem.isEmbedded(file.path)
            return ConfigurationFile(
                role: isEmbedded ? .embedded : role,
                path: Self.shownPath(file.path),
                exists: file.exists
            )
        }
    }

    /// Keys that nothing reads.
    ///
    /// A key that another one refers to is of use.
    private var unknownKeys: [String] {
        let known = ConfigurationKey.allCases.map(\.rawValue)
        let names = config.values.keys.filter { !known.contains($0) && !config.referencedKeys.contains($0) }
        return names.sorted().compactMap { name in
            guard let value = config.values[name] else { return nil }
            let place = value.file.map { "\(Self.shownPath(config.files[$0].path)):\(value.position.line): " } ?? ""
            let advice =
                NearestName.find(name, in: known, within: max(2, name.count / 3))
                .map { "Did you mean \($0)?" } ?? "List the keys with: contacts config show"
            return "\(place)Nothing reads the key '\(name)'. \(advice)"
        }
    }

    private func line(for diagnostic: ConfigDiagnostic) -> String {
        let path = config.files.first { $0.name == diagnostic.file }.map { Self.shownPath($0.path) } ?? diagnostic.file
        let position = diagnostic.position
        return "\(path):\(position.line):\(position.column): \(diagnostic.message) (\(diagnostic.hint))"
    }

    private static func shownPath(_ path: String) -> String {
        EmbeddedFirstFileSystem.isEmbedded(path)
            ? String(path.dropFirst(EmbeddedFirstFileSystem.folder.count + 1)) : path
    }
}
