import Primitives

/// Replaces a file atomically: writes to a temporary file next to it, which is renamed at the end.
///
/// Readers never see a partial file, and only the owner can read it. Pipes, devices and the like are written directly.
final class ReplacedFile {
    private static let capacity = 262_144

    private let path: String
    private let temporary: String?
    private let descriptor: Descriptor
    private var buffer: [UInt8] = []
    private var isOpen = true

    init(path: String) throws {
        // Replace the target of a link, not the link itself.
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        self.path = path
        let kind = FileKind(path: target)
        if kind == .folder { throw Failure(.cannotCreate, "“\(path)” is a folder. Give the path of a file.") }
        let isRegular = kind == nil || kind == .file
        // Not derived from the file's name, which may already have the maximum length.
        let partial = URL(filePath: target).deletingLastPathComponent()
            .appending(path: ".contacts-\(UUID().uuidString.prefix(8)).part").path
        let name = isRegular ? partial : target
        let number = open(name, isRegular ? O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC : O_WRONLY | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            throw Failure(
                .cannotCreate,
                "The file “\(path)” cannot be written: \(String(cString: strerror(errno))). Give another path."
            )
        }
        temporary = isRegular ? name : nil
        descriptor = Descriptor(number: number)
    }

    deinit {
        guard isOpen else { return }
        close(descriptor.number)
        if let temporary { unlink(temporary) }
    }

    func write(_ bytes: [UInt8]) throws {
        buffer += bytes
        if buffer.count >= Self.capacity { try drain() }
    }

    /// Writes the rest and moves the file into place.
    func finish(_ rest: [UInt8] = []) throws {
        buffer += rest
        try drain()
        if let temporary {
            let target = URL(filePath: path).resolvingSymlinksInPath()
            guard fsync(descriptor.number) == 0, rename(temporary, target.path) == 0 else {
                throw failure(String(cString: strerror(errno)))
            }
            // Makes the rename durable; some file systems don't support that, which isn't an error.
            let folder = open(target.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            fsync(folder)
            close(folder)
        }
        isOpen = false
        close(descriptor.number)
    }

    private func drain() throws {
        do {
            try descriptor.write(buffer)
        } catch {
            throw failure(error.reason)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func failure(_ reason: String) -> Failure {
        Failure(.inputOutput, "The file “\(path)” cannot be written: \(reason). The previous file is unchanged.")
    }
}

enum PrivateFolder {
    /// Returns the path of the user's private folder in the session's runtime directory or the temporary directory.
    static func temporary(_ name: String, environment: [String: String]) -> String {
        if let session = environment["XDG_RUNTIME_DIR"], session.hasPrefix("/") { return "\(session)/\(name)" }
        return FileManager.default.temporaryDirectory.appending(path: "\(name)-\(geteuid())").path
    }

    /// Creates the folder if it doesn't exist, with access for its owner only.
    static func create(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Creates the folder if it doesn't exist, and rejects one that isn't the user's own or that others can write to.
    static func make(_ path: String) throws(Failure) {
        let creation = Result { try create(path) }
        var information = stat()
        guard lstat(path, &information) == 0 else {
            // If a folder above it can't be created, the system only says that this one doesn't exist.
            var reason = SystemReason.text(errno)
            if case .failure(let error) = creation { reason = SystemReason.text(of: error) }
            throw Failure(.cannotCreate, "The folder “\(path)” for drafts cannot be created: \(reason)")
        }
        var isFolder = information.st_mode & S_IFMT == S_IFDIR
        if !isFolder, information.st_mode & S_IFMT == S_IFLNK, stat(path, &information) == 0 {
            // A link that the user created may point anywhere, but other users can create one in the temporary directory.
            let isTemporary = path.hasPrefix(FileManager.default.temporaryDirectory.path + "/")
            isFolder = information.st_mode & S_IFMT == S_IFDIR && path.hasPrefix("/") && !isTemporary
        }
        let isOwn = information.st_uid == geteuid()
        let isClosed = information.st_mode & 0o022 == 0 || (isOwn && chmod(path, 0o700) == 0)
        guard isFolder, isOwn, isClosed else {
            throw Failure(
                .cannotCreate,
                "The folder “\(path)” for drafts isn't private. Remove it, or set HOME or XDG_STATE_HOME."
            )
        }
    }
}

/// The system's reason for an error, as the end of a message; permissions are mentioned only if they are the reason.
enum SystemReason {
    static func text(_ code: Int32) -> String {
        String(cString: strerror(code)) + ([EACCES, EPERM].contains(code) ? ". Check the permissions." : ".")
    }

    /// Returns the reason for an error that Foundation threw.
    static func text(of error: any Error) -> String {
        guard let reason = (error as? CocoaError)?.underlying as? POSIXError else { return "unknown error." }
        return text(reason.code.rawValue)
    }
}
