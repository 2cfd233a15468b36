import CSQLite
import Primitives
import Synchronization

/// The kind of a file, based on its first bytes.
///
/// It is read before SQLite opens the file, because SQLite might write to another program's file.
package enum SQLiteFileHeader: Equatable {
    case missing
    /// The file is empty, like one that was just created.
    case empty
    case database(applicationID: Int64, mayBeWritten: Bool = true)
    case foreign
    /// The file exists but can't be read.
    case unreadable(errno: Int32)

    package static func read(_ path: String) -> Self {
        var information = stat()
        guard stat(path, &information) == 0 else { return errno == ENOENT ? .missing : .unreadable(errno: errno) }
        // A folder, a pipe or a terminal doesn't have a header.
        guard information.st_mode & S_IFMT == S_IFREG else { return .foreign }
        guard information.st_size > 0 else { return .empty }
        guard access(path, R_OK) == 0 else { return .unreadable(errno: errno) }
        _ = SQLiteLibrary.isUncounted
        var bytes = [UInt8](repeating: 0, count: 100)
        var count: Int32 = 0
        guard csqlite_read_start(path, &bytes, 100, &count) == SQLITE_OK else {
            return .unreadable(errno: SystemLimit.isOfDescriptors(count) ? count : EIO)
        }
        guard count == 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return .foreign }
        let id = bytes[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return .database(applicationID: Int64(Int32(bitPattern: id)), mayBeWritten: 1...2 ~= bytes[18])
    }
}

/// Creates and flushes database files, which are private to their owner from the start.
enum DatabaseFile {
    private static let creation = Mutex(())

    /// Resolves a link at the path, so that logs and locks are next to the file itself; returns the path if it isn't a
    /// link, or one that can't be resolved.
    static func target(of path: String) -> String {
        guard isLink(path), let target = realpath(path, nil) else { return path }
        defer { free(target) }
        return String(cString: target)
    }

    /// Returns the reason why the link at the path can't be followed; `nil` if it can, or isn't a link.
    static func problem(ofLink path: String) -> String? {
        var information = stat()
        guard isLink(path), stat(path, &information) != 0 else { return nil }
        if errno == ELOOP { return "The database “\(path)” is a link that leads back to itself. Remove the link." }
        return
            "The database “\(path)” is a link to a file that cannot be reached (\(String(cString: strerror(errno)))). "
            + "Put the file back, or remove the link."
    }

    private static func isLink(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
    }

    /// Creates the file and any missing parent folders.
    static func create(_ path: String) throws {
        // Checked under the lock, because another thread may just be creating the file.
        guard !path.isEmpty, creation.withLock({ _ in access(path, F_OK) }) != 0 else { return }
        try createFolder(parent(of: path))
        // Closing a descriptor drops all POSIX locks of this process on the file, so no thread may open it before.
        let code = creation.withLock { _ in
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return errno }
            close(descriptor)
            return 0
        }
        // EEXIST: another process created it first.
        if code != 0, code != EEXIST { throw cannotCreate("database", path, code) }
    }

    /// Creates the folder, which only its owner can read, and any missing parent folders.
    static func createFolder(_ path: String) throws {
        guard !path.isEmpty, path != "/", access(path, F_OK) != 0 else { return }
        try createFolder(parent(of: path))
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw cannotCreate("folder", path, errno) }
    }

    private static func cannotCreate(_ kind: String, _ path: String, _ code: Int32) -> RepositoryError {
        RepositoryError(.cannotCreate, "The \(kind) “\(path)” cannot be created: \(String(cString: strerror(code))).")
    }

    /// Creates a file that only its owner can read, and flushes it to disk.
    static func create(_ path: String, with text: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        var bytes = Array(text.utf8)[...]
        while descriptor >= 0, !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        guard descriptor >= 0, bytes.isEmpty, fsync(descriptor) == 0 else {
            let reason = String(cString: strerror(errno))
            throw RepositoryError(.cannotCreate, "The file “\(path)” cannot be written: \(reason).")
        }
    }

    /// Flushes cached writes of the file or folder to disk.
    static func flush(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw RepositoryError(.inputOutput, "“\(path)” cannot be written to the disk.")
        }
    }

    /// Returns the folder of the path; empty if it doesn't have one.
    private static func parent(of path: String) -> String {
        let trimmed = path.reversed().drop { $0 == "/" }
        let folder = trimmed.drop { $0 != "/" }
        let name = String(folder.drop { $0 == "/" }.reversed())
        return name.isEmpty && !folder.isEmpty ? "/" : name
    }
}

extension String {
    /// Returns the text, or the first of `-2`, `-3` and so on appended to it that is free.
    func numbered(_ isFree: (String) throws -> Bool) rethrows -> String {
        var text = self
        var number = 1
        while try !isFree(text) {
            number += 1
            text = "\(self)-\(number)"
        }
        return text
    }
}
