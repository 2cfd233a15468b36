import Foundation
import Synchronization

/// Makes the file of a database, readable by its owner only from its first moment on.
enum DatabaseFile {
    private static let creation = Mutex(())

    /// Makes the file and the folders above it, as far as they are missing.
    static func create(_ path: String) throws {
        // Under the lock, too: a file that is there may be one that is just being made.
        guard !path.isEmpty, creation.withLock({ _ in access(path, F_OK) }) != 0 else { return }
        try createFolder((path as NSString).deletingLastPathComponent)
        // Closing the file ends all locks that this process has on it; nobody here may have opened it before that.
        let code = creation.withLock { _ in
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return errno }
            close(descriptor)
            return 0
        }
        // Or another process was faster.
        guard code != 0, code != EEXIST else { return }
        throw RepositoryError(
            .cannotCreate,
            "The database “\(path)” cannot be created: \(String(cString: strerror(code)))."
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
