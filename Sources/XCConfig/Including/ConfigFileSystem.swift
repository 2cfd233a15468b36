package import Primitives

/// The files that configurations are read from.
package protocol ConfigFileSystem: Sendable {
    /// The base of relative paths.
    var currentFolder: String { get }

    /// The kind of the file at a path, symbolic links followed; `nil` if there is none.
    func kind(ofPath path: String) -> FileKind?

    /// The path with its symbolic links resolved, or the path itself if that fails.
    func resolvedPath(_ path: String) -> String

    /// The contents of a regular file.
    ///
    /// - Throws: An error when the file is missing, not regular, unreadable or larger than the limit in bytes.
    func contents(ofPath path: String, limit: Int) throws(ConfigFileError) -> [UInt8]
}

/// The reason that a file couldn't be read.
package enum ConfigFileError: Error, Hashable, Sendable {
    case missing
    /// The path is a folder, a pipe, a device or a socket.
    case notRegular
    /// The file is larger than the limit in bytes.
    case tooLarge(limit: Int)
    /// The system call failed for the given reason.
    case unreadable(String)

    /// The reason as the end of a sentence.
    package var reason: String {
        switch self {
        case .missing: "there is no such file"
        case .notRegular: "it is not a regular file"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .unreadable(let reason): reason
        }
    }
}
