package import Primitives
package import XCConfig

/// Configuration files in memory.
package struct InMemoryConfigFileSystem: ConfigFileSystem {
    /// The folder that relative paths start at.
    package var currentFolder: String
    /// The contents by absolute path.
    package var files: [String: [UInt8]]

    package init(_ files: [String: String], currentFolder: String = "/") {
        self.files = files.mapValues { Array($0.utf8) }
        self.currentFolder = currentFolder
    }

    package func kind(ofPath path: String) -> FileKind? {
        let path = resolvedPath(path)
        if files[path] != nil { return .file }
        return files.keys.contains { $0.hasPrefix(path == "/" ? path : path + "/") } ? .folder : nil
    }

    /// The path without `.` and `..`.
    package func resolvedPath(_ path: String) -> String {
        PathText.standardized(path)
    }

    package func contents(ofPath path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
        guard let bytes = files[resolvedPath(path)] else {
            throw kind(ofPath: path) == nil ? .missing : .notRegular
        }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
    }
}
