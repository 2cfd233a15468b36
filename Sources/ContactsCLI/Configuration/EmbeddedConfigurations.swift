import CEmbedded
import XCConfig

/// The files of the folder Configurations, which are part of the program.
enum EmbeddedConfigurations {
    /// The text of each file by its name.
    static let files = [
        "Base.xcconfig": text(embedded_base_xcconfig), "DEV.xcconfig": text(embedded_dev_xcconfig),
        "QC.xcconfig": text(embedded_qc_xcconfig), "PROD.xcconfig": text(embedded_prod_xcconfig),
    ]

    /// `APP_VERSION` of Base.xcconfig, where no setting can be read.
    static var version: String {
        let name = "APP_VERSION = "
        let line = files["Base.xcconfig"]?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.map { String($0.dropFirst(name.count)) } ?? ""
    }

    private static func text(_ file: embedded_file) -> String {
        String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
    }
}

/// A file system with the embedded files in a folder of their own, over another file system.
struct EmbeddedFirstFileSystem: ConfigFileSystem {
    /// The folder of the embedded files, whose name no real folder has by accident.
    static let folder = "/\u{1}embedded"

    private let embedded: [String: String]
    private let base: any ConfigFileSystem

    init(_ embedded: [String: String] = EmbeddedConfigurations.files, over base: any ConfigFileSystem) {
        self.embedded = embedded
        self.base = base
    }

    /// Whether a path is in the folder of the embedded files.
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
