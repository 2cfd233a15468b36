/// Where configuration files are read from.
public protocol ConfigFileSystem: Sendable {
    /// The folder that relative paths start at.
    var currentFolder: String { get }

    /// What is at a path, symbolic links followed.
    func kind(ofPath path: String) -> ConfigFileKind

    /// The path with its symbolic links resolved, or the path itself when that cannot be done.
    func resolvedPath(_ path: String) -> String

    /// The contents of a regular file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The most bytes the file may have.
    /// - Returns: All its bytes.
    /// - Throws: When there is no such file, it is not a regular one, cannot be read or is larger than the limit.
    func contents(ofPath path: String, limit: Int) throws(ConfigFileError) -> [UInt8]
}

/// What is at a path.
public enum ConfigFileKind: Sendable {
    /// Nothing.
    case missing
    /// A file with contents.
    case regular
    /// A folder.
    case folder
    /// A pipe, a device, a socket: nothing that is read here.
    case special
}

/// Why a file could not be read.
public enum ConfigFileError: Error, Hashable, Sendable {
    /// Nothing is there.
    case missing
    /// It is a folder, a pipe, a device or a socket.
    case notRegular
    /// It is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The system refused, for the reason given.
    case unreadable(String)

    /// The reason as the end of a sentence.
    public var reason: String {
        switch self {
        case .missing: "there is no such file"
        case .notRegular: "it is not a regular file"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .unreadable(let reason): reason
        }
    }
}

/// Files that are only in memory, for tests and for what a program carries with it.
public struct InMemoryConfigFileSystem: ConfigFileSystem {
    /// The folder that relative paths start at.
    public var currentFolder: String
    /// The contents by absolute path.
    public var files: [String: [UInt8]]

    /// Creates a file system from texts by absolute path.
    public init(_ files: [String: String], currentFolder: String = "/") {
        self.files = files.mapValues { Array($0.utf8) }
        self.currentFolder = currentFolder
    }

    /// What is at a path.
    public func kind(ofPath path: String) -> ConfigFileKind {
        let path = resolvedPath(path)
        if files[path] != nil { return .regular }
        return files.keys.contains { $0.hasPrefix(path == "/" ? path : path + "/") } ? .folder : .missing
    }

    /// The path without `.` and `..`.
    public func resolvedPath(_ path: String) -> String {
        PathText.standardized(path)
    }

    /// The contents of a file.
    public func contents(ofPath path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
        guard let bytes = files[resolvedPath(path)] else {
            throw kind(ofPath: path) == .missing ? .missing : .notRegular
        }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
    }
}
