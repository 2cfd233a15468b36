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
