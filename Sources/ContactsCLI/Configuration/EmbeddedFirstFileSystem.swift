import EmbeddedFiles
import XCConfig

/// A file system with the embedded files in a folder of their own, over another file system.
struct EmbeddedFirstFileSystem: ConfigFileSystem {
    /// The folder of the embedded files, whose name no real folder has by accident.
    static let folder = "/\u{1}embedded"

    private let embedded: [String: String]
    private let base: any ConfigFileSystem

    init(_ embedded: [String: String] = EmbeddedFiles.configurations, over base: any ConfigFileSystem) {
        self.embedded = embedded
        self.base = base
    }

    static func isEmbedded(_ path: String) -> Bool {
        path.hasPrefix(folder + "/")
    }

    var currentFolder: String { base.currentFolder }

    func kind(ofPath path: String) -> ConfigFileKind {
        guard Self.isEmbedded(path) else { return base.kind(ofPath: path) }
        return text(at: path) == nil ? .missing : .regular
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
        embedded[String(path.dropFirst(Self.folder.count + 1))]
    }
}
