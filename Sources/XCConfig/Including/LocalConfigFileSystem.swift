package import Primitives

/// The file system of the local machine.
package struct LocalConfigFileSystem: ConfigFileSystem {
    package init() {}

    /// The process's working folder; the root if it is unknown.
    package var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    package func kind(ofPath path: String) -> FileKind? {
        if let kind = FileKind(path: path) { return kind }
        return path.utf8.contains(0) || Self.error(errno) == .missing ? nil : .other
    }

    package func resolvedPath(_ path: String) -> String {
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    package func contents(ofPath path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
        // Check before opening: opening a device can have side effects, and opening a pipe can block forever.
        guard !path.utf8.contains(0) else { throw .missing }
        guard let kind = FileKind(path: path) else { throw Self.error(errno) }
        guard kind == .file else { throw .notRegular }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.error(errno) }
        guard FileKind(status) == .file else { throw .notRegular }
        guard Int(status.st_size) <= limit else { throw .tooLarge(limit: limit) }
        return try Self.bytes(of: descriptor, expecting: Int(status.st_size), limit: limit)
    }

    private static func bytes(of file: CInt, expecting size: Int, limit: Int) throws(ConfigFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(max(size + 1, 512), 1 << 20))
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw error(errno) }
            if count == 0 { return bytes }
            // The file may have grown since the `fstat` call.
            guard bytes.count + count <= limit else { throw .tooLarge(limit: limit) }
            bytes += buffer[..<count]
        }
    }

    private static func error(_ code: CInt) -> ConfigFileError {
        code == ENOENT || code == ENOTDIR ? .missing : .unreadable(String(cString: strerror(code)))
    }
}

/// A file system from which configurations are read.
package protocol ConfigFileSystem: Sendable {
    /// The base for relative paths.
    var currentFolder: String { get }

    /// Returns the kind of file at a path, following symbolic links; `nil` if it doesn't exist, and `.other` if it can't
    /// be reached.
    func kind(ofPath path: String) -> FileKind?

    /// Returns the path with symbolic links resolved, or unchanged if that fails.
    func resolvedPath(_ path: String) -> String

    /// Returns the contents of a regular file.
    ///
    /// - Throws: An error if the file is missing, not regular, unreadable, or larger than the limit in bytes.
    func contents(ofPath path: String, limit: Int) throws(ConfigFileError) -> [UInt8]
}

/// The reason why a file couldn't be read.
package enum ConfigFileError: Error, Hashable, Sendable {
    case missing
    /// The path is a folder, a pipe, a device or a socket.
    case notRegular
    /// The file is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// A system call failed for the given reason.
    case unreadable(String)

    /// The reason, worded as the end of a sentence.
    package var reason: String {
        switch self {
        case .missing: "there is no such file"
        case .notRegular: "it is not a regular file"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .unreadable(let reason): reason
        }
    }
}
