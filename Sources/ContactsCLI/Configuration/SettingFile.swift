import EmbeddedFiles
import Primitives
import XCConfig

extension SettingLayer {
    /// Reads an `.xcconfig` file and its includes.
    ///
    /// `environment` is the value for `[config=…]` conditions; nil while it is unknown.
    init(
        _ path: String,
        environment: AppEnvironment?,
        fileSystem: EmbeddedFirstFileSystem,
        searchFolder: String?
    ) throws(ConfigFileError) {
        var resolver = ConfigResolver(fileSystem: fileSystem)
        resolver.searchFolders = searchFolder.map { [$0] } ?? []
        resolver.conditions = Self.conditions(environment)
        let config = try resolver.resolve(path)
        for key in ConfigurationKey.allCases {
            guard let value = config[key.rawValue] else { continue }
            var setting = Setting(key: key, value: value.string, origin: "")
            if let path = value.file.map({ config.files[$0].path }) {
                setting.origin = "\(Self.shownPath(path)):\(value.position.line)"
                // Paths can't be relative to an embedded file, which isn't in a real folder.
                if !EmbeddedFirstFileSystem.isEmbedded(path) {
                    setting.folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
                }
            }
            settings[key] = setting
        }
        // Diagnostics use the name from the include directive; users see the path.
        let paths = Dictionary(config.files.map { ($0.name, Self.shownPath($0.path)) }) { first, _ in first }
        for diagnostic in config.diagnostics {
            let place = "\(paths[diagnostic.file] ?? diagnostic.file):\(diagnostic.position.line)"
            let line = "\(place):\(diagnostic.position.column): \(diagnostic.message) (\(diagnostic.hint))"
            if diagnostic.severity == .error { problems.append(line) } else { warnings.append(line) }
        }
        warnings += Self.unknownKeys(of: config)
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

    /// The maximum number of keys to list individually; another program's file may have a million.
    private static let unknownKeyLimit = 100

    /// Returns the keys that nothing reads, and the number of those beyond the limit.
    ///
    /// A key that another key refers to counts as read.
    private static func unknownKeys(of config: ResolvedConfig) -> [String] {
        let known = ConfigurationKey.allCases.map(\.rawValue)
        let isKnown = ConfigurationKey.retired.union(known)
        let names = config.values.keys.filter { !isKnown.contains($0) && !config.referencedKeys.contains($0) }
        let lines = names.sorted().prefix(unknownKeyLimit).compactMap { name -> String? in
            guard let value = config.values[name] else { return nil }
            let place = value.file.map { "\(shownPath(config.files[$0].path)):\(value.position.line): " } ?? ""
            let advice =
                NearestName.find(name, in: known)
                .map { "Did you mean \($0)?" } ?? "List the keys with: contacts config show"
            return "\(place)Unknown key “\(name)”. \(advice)"
        }
        let rest = names.count - lines.count
        return rest > 0 ? lines + ["\(rest) more keys are unknown; the first \(lines.count) are listed above."] : lines
    }

    private static func shownPath(_ path: String) -> String {
        EmbeddedFirstFileSystem.isEmbedded(path)
            ? String(path.dropFirst(EmbeddedFirstFileSystem.folder.count + 1)) : path
    }
}

/// A file system that overlays another one with a folder of embedded files.
struct EmbeddedFirstFileSystem: ConfigFileSystem {
    /// The folder of the embedded files; no real folder has this name by accident.
    static let folder = "/\u{1}embedded"

    let base: any ConfigFileSystem

    static func isEmbedded(_ path: String) -> Bool {
        path.hasPrefix(folder + "/")
    }

    var currentFolder: String { base.currentFolder }

    func kind(ofPath path: String) -> FileKind? {
        guard Self.isEmbedded(path) else { return base.kind(ofPath: path) }
        return text(at: path) == nil ? nil : .file
    }

    func resolvedPath(_ path: String) -> String {
        Self.isEmbedded(path) ? path : base.resolvedPath(path)
    }

    func contents(ofPath path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
        guard Self.isEmbedded(path) else { return try base.contents(ofPath: path, limit: limit) }
        guard let text = text(at: path) else { throw .missing }
        return Array(text.utf8)
    }

    private func text(at path: String) -> String? {
        EmbeddedFiles.configurations[String(path.dropFirst(Self.folder.count + 1))]
    }
}
