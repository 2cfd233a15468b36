import Foundation

/// Makes the file of a database, readable by its owner only from its first moment on.
enum DatabaseFile {
    /// Makes the file and the folders above it, as far as they are missing.
    static func create(_ path: String) throws {
        guard !path.isEmpty, access(path, F_OK) != 0 else { return }
        try createFolder((path as NSString).deletingLastPathComponent)
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        // Another process was faster.
        guard errno != EEXIST else { return }
        throw RepositoryError(
            .cannotCreate,
            "The database “\(path)” cannot be created: \(String(cString: strerror(errno)))."
        )
    }

    private static func createFolder(_ path: String) throws {
        guard !path.isEmpty, path != "/", access(path, F_OK) != 0 else { return }
        try createFolder((path as NSString).deletingLastPathComponent)
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw RepositoryError(
            .cannotCreate,
            "The folder “\(path)” cannot be created: \(String(cString: strerror(errno)))."
        )
    }
}
