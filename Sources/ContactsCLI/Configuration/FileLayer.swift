import Primitives
import Repository
import XCConfig

/// The settings of an `.xcconfig` file and the files it includes.
struct FileLayer: Sendable {
    private let config: ResolvedConfig
    /// The paths of the files as people see them, by the names in diagnostics.
    private let paths: [String: String]

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
        paths = Dictionary(
            config.files.map { ($0.name, Self.shownPath($0.path)) },
            uniquingKeysWith: { first, _ in first }
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

    /// The maximum number of keys that are named one by one; a file of another program may have a million.
    static let unknownKeyLimit = 100

    /// Keys that nothing reads, and the number of those beyond the limit.
    ///
    /// A key that another one refers to is of use.
    private var unknownKeys: [String] {
        let known = ConfigurationKey.allCases.map(\.rawValue)
        let isKnown = ConfigurationKey.retired.union(known)
        var names = SmallestNames(limit: Self.unknownKeyLimit)
        for name in config.values.keys where !isKnown.contains(name) && !config.referencedKeys.contains(name) {
            names.insert(name)
        }
        let lines = names.sorted.compactMap { name -> String? in
            guard let value = config.values[name] else { return nil }
            let place = value.file.map { "\(Self.shownPath(config.files[$0].path)):\(value.position.line): " } ?? ""
            let advice =
                NearestName.find(name, in: known)
                .map { "Did you mean \($0)?" } ?? "List the keys with: contacts config show"
            return "\(place)Nothing reads the key “\(name)”. \(advice)"
        }
        guard names.dropped > 0 else { return lines }
        return lines + ["Nothing reads \(names.dropped) more keys; the first \(lines.count) are named above."]
    }

    private func line(for diagnostic: ConfigDiagnostic) -> String {
        let path = paths[diagnostic.file] ?? diagnostic.file
        let position = diagnostic.position
        return "\(path):\(position.line):\(position.column): \(diagnostic.message) (\(diagnostic.hint))"
    }

    private static func shownPath(_ path: String) -> String {
        EmbeddedFirstFileSystem.isEmbedded(path)
            ? String(path.dropFirst(EmbeddedFirstFileSystem.folder.count + 1)) : path
    }
}

/// The first names in alphabetical order, found without sorting all of them.
struct SmallestNames {
    private let limit: Int
    private var names: [String] = []
    private var count = 0

    init(limit: Int) { self.limit = limit }

    /// The names that are kept, in order.
    var sorted: [String] { Array(names.sorted().prefix(limit)) }

    /// The number of names that aren't kept.
    var dropped: Int { max(0, count - limit) }

    /// Adds a name.
    mutating func insert(_ name: String) {
        count += 1
        names.append(name)
        // Twice as many as are kept are sorted at once, so that a name costs a bounded number of comparisons.
        if names.count >= 2 * limit { names = sorted }
    }
}
