import Primitives

enum PrivateFolder {
    /// The path of this user's own folder among the temporary files, or in the folder of this session.
    static func temporary(_ name: String, environment: [String: String]) -> String {
        if let session = environment["XDG_RUNTIME_DIR"], session.hasPrefix("/") { return "\(session)/\(name)" }
        return FileManager.default.temporaryDirectory.appending(path: "\(name)-\(geteuid())").path
    }

    /// Makes the folder where it is missing, for its owner alone.
    static func create(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Makes the folder where it is missing, and refuses one in which others could read or replace what is there.
    static func make(_ path: String) throws(Failure) {
        try? create(path)
        var information = stat()
        guard lstat(path, &information) == 0 else {
            throw Failure(
                .cannotCreate,
                "The folder “\(path)” for drafts cannot be made: \(String(cString: strerror(errno))). Check its permissions."
            )
        }
        var isFolder = information.st_mode & S_IFMT == S_IFDIR
        if !isFolder, information.st_mode & S_IFMT == S_IFLNK, stat(path, &information) == 0 {
            // A link that the user made leads where the user wants.
            isFolder = information.st_mode & S_IFMT == S_IFDIR && path.hasPrefix("/") && !isTemporary(path)
        }
        let isOwn = information.st_uid == geteuid()
        let isClosed = information.st_mode & 0o022 == 0 || (isOwn && chmod(path, 0o700) == 0)
        guard isFolder, isOwn, isClosed else {
            throw Failure(
                .cannotCreate,
                "The folder “\(path)” for drafts is not yours alone. Remove it, or set HOME or XDG_STATE_HOME."
            )
        }
    }

    /// Whether the path is among the temporary files, where other users can make links.
    private static func isTemporary(_ path: String) -> Bool {
        path.hasPrefix(FileManager.default.temporaryDirectory.path + "/")
    }
}
