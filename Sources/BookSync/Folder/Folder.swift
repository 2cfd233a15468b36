import Primitives
import Repository

/// An open folder; all names are resolved relative to it, so that it can't be swapped during a pass.
final class Folder {
    private let path: String
    private let descriptor: Int32
    /// Returns the current time in nanoseconds since 1970.
    private let now: @Sendable () -> Int

    init(path: String, now: @escaping @Sendable () -> Int = { Folder.systemTime }) throws(CardSourceError) {
        self.path = path
        self.now = now
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw code == ENOENT || code == ENOTDIR
                ? Self.missing(path)
                : Self.failure(code, "The folder “\(DisplaySafeText.line(path))” cannot be opened")
        }
    }

    deinit { close(descriptor) }

    private static func missing(_ path: String) -> CardSourceError {
        CardSourceError(.missing, "The folder “\(DisplaySafeText.line(path))” is missing.")
    }

    /// Throws if the folder is no longer at its path, so that missing files aren't mistaken for deleted ones.
    func checkPresence() throws(CardSourceError) {
        var (own, present) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, stat(path, &present) == 0, own.st_dev == present.st_dev,
            own.st_ino == present.st_ino
        else { throw Self.missing(path) }
    }

    // MARK: - Names

    /// Whether a name is a card's: `x.vcf`, but not a hidden file or an editor's backup.
    static func isCardName(_ name: String) -> Bool {
        !name.hasPrefix(".") && name.utf8.count > 4 && name.lowercased().hasSuffix(".vcf")
    }

    /// Whether a name refers to an entry directly in the folder, and is safe to display and store.
    static func isSafe(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && !name.unicodeScalars.contains("\u{FFFD}")
    }

    func names() throws(CardSourceError) -> [String] {
        // Listing needs a separate descriptor, because `closedir` closes it.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let list = fdopendir(copy) else {
            let code = errno
            if copy >= 0 { close(copy) }
            try checkPresence()
            throw Self.failure(code, "The folder “\(DisplaySafeText.line(path))” cannot be listed")
        }
        defer { closedir(list) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(list) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        if errno != 0 { throw Self.failure(errno, "The folder “\(DisplaySafeText.line(path))” cannot be listed") }
        return names
    }

    /// The path with links resolved, which identifies the folder.
    var realPath: String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    var isWritable: Bool { faccessat(descriptor, ".", W_OK | X_OK, 0) == 0 }

    /// Whether an entry is a folder that contains cards.
    func hasCards(in name: String) -> Bool {
        guard (try? state(of: name))?.isFolder == true, let inner = try? Folder(path: "\(path)/\(name)") else {
            return false
        }
        return (try? inner.names().contains(where: Self.isCardName)) ?? false
    }

    /// The first line of a metadata file, such as `displayname`.
    func text(of name: String) -> String? {
        guard let bytes = try? contents(of: name, limit: 4096) else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
        return line.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    // MARK: - Tags

    /// Returns an entry's state without following links; `nil` only if it doesn't exist: its card would count as deleted.
    func state(of name: String) throws(CardSourceError) -> FileState? {
        var status = stat()
        if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileState(status) }
        guard errno == ENOENT else { throw Self.failure(errno, "A file cannot be examined") }
        return nil
    }

    /// Returns a file's tag: modification time, inode and size.
    ///
    /// A file that was just written could be written again within the same clock tick, so its tag also includes a
    /// digest of the content.
    func tag(of name: String, _ state: FileState) -> String {
        guard state.isPlain, state.isRecent(at: now()), let bytes = try? contents(of: name, limit: CardBytes.limit)
        else {
            return state.tag
        }
        return tag(state, bytes)
    }

    private func tag(_ state: FileState, _ bytes: [UInt8]) -> String {
        state.isRecent(at: now()) ? "\(state.tag);\(Self.digest(bytes))" : state.tag
    }

    private static func digest(_ bytes: [UInt8]) -> String { Hexadecimal.text(of: SHA1.digest(of: bytes)) }

    static var systemTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Whether a file is unchanged since it had the given tag.
    private func matches(_ name: String, _ state: FileState, _ tag: String) -> Bool {
        if tag == state.tag { return true }
        guard tag.hasPrefix(state.tag + ";"), let bytes = try? contents(of: name, limit: CardBytes.limit) else {
            return false
        }
        return tag == "\(state.tag);\(Self.digest(bytes))"
    }

    /// Throws if a name isn't a card's, or the file is gone or no longer has the given tag.
    func check(_ name: String, tag: String?) throws(CardSourceError) {
        guard Self.isSafe(name), Self.isCardName(name) else {
            throw CardSourceError(
                .forbidden,
                "“\(DisplaySafeText.line(name, limit: 80))” isn't the name of a card in a folder."
            )
        }
        guard let state = try state(of: name), !state.isFolder else {
            throw CardSourceError(.gone, "The card's file no longer exists.")
        }
        guard state.isPlain else {
            throw CardSourceError(.forbidden, "The file “\(name)” is \(state.kind); it is left alone.")
        }
        if let tag, !matches(name, state, tag) {
            throw CardSourceError(.conflict, "The file “\(name)” was changed in the meantime.")
        }
    }

    // MARK: - Reading

    func content(of name: String) -> CardRead.Content {
        guard Self.isSafe(name), Self.isCardName(name) else {
            return .unreadable("its name isn't that of a card in a folder", etag: nil)
        }
        // If the file is being written, try again.
        for _ in 0..<3 {
            do throws(CardSourceError) {
                guard let state = try state(of: name), !state.isFolder else { return .missing }
                guard state.isPlain else {
                    return .unreadable("it is \(state.kind) and is left alone", etag: state.tag)
                }
                guard state.size <= CardBytes.limit else {
                    return .unreadable(CardBytes.tooLarge, etag: state.tag)
                }
                let bytes = try contents(of: name, limit: CardBytes.limit)
                guard try self.state(of: name) == state else { continue }
                return .card(CardBytes.normalized(bytes), etag: tag(state, bytes))
            } catch {
                if error.code == .gone { return .missing }
                // Without a tag, so that the next pass tries again: permissions don't change the file's tag.
                let reason = error.code == .forbidden ? "there is no permission to read it" : "it cannot be read"
                return .unreadable(reason, etag: nil)
            }
        }
        return .unreadable("it is being changed", etag: nil)
    }

    /// Reads a regular file; anything else is closed at once.
    private func contents(of name: String, limit: Int) throws(CardSourceError) -> [UInt8] {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw Self.failure(errno, "A file cannot be read") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, FileState(status).isPlain else {
            throw CardSourceError(.forbidden, "The file is not a regular file.")
        }
        var bytes: [UInt8] = []
        let expected = min(max(Int(status.st_size), 0), limit)
        var buffer = [UInt8](repeating: 0, count: min(expected + 1, 1 << 20))
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(errno, "A file cannot be read") }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw CardSourceError(.tooLarge, "A file is too large.") }
        }
    }

    // MARK: - Writing

    /// A file that a write replaces.
    enum Replaced {
        /// No file; the name must be unused.
        case nothing
        /// The named file, if it still has the tag; with `nil`, in any version.
        case card(tag: String?)
    }

    /// Writes a file atomically and returns its tag: a temporary file next to it replaces it once it's synced to disk.
    func write(_ bytes: [UInt8], as name: String, replacing old: Replaced) throws(CardSourceError) -> String {
        let temporary = "\(Self.temporaryPrefix)\(getpid())-\(UInt64.random(in: .min ... .max))\(Self.temporarySuffix)"
        var mode: mode_t = 0o600
        if case .card = old, let state = try state(of: name) { mode = state.permissions }
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(errno, "A card cannot be written", isWrite: true) }
        var isDone = false
        defer {
            close(file)
            if !isDone { unlinkat(descriptor, temporary, 0) }
        }
        try Self.fill(file, with: bytes)
        guard fchmod(file, mode) == 0, fsync(file) == 0 else {
            throw Self.failure(errno, "A card cannot be written", isWrite: true)
        }
        switch old {
        case .card(let tag):
            // The last check before replacing the file.
            try check(name, tag: tag)
            guard renameat(descriptor, temporary, descriptor, name) == 0 else {
                throw Self.failure(errno, "A card cannot be replaced", isWrite: true)
            }
        case .nothing: try place(temporary, as: name)
        }
        isDone = true
        fsync(descriptor)
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.failure(errno, "A card cannot be written") }
        return tag(FileState(status), bytes)
    }

    private static func fill(_ file: Int32, with bytes: [UInt8]) throws(CardSourceError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(errno, "A card cannot be written", isWrite: true) }
            written += count
        }
    }

    /// Renames a file unless the target exists.
    private func place(_ temporary: String, as name: String) throws(CardSourceError) {
        if linkat(descriptor, temporary, descriptor, name, 0) == 0 {
            unlinkat(descriptor, temporary, 0)
            return
        }
        // FAT has no hard links, so there a file that appears between the check and the rename is overwritten.
        if [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno), try state(of: name) == nil,
            renameat(descriptor, temporary, descriptor, name) == 0
        {
            return
        }
        guard errno != EEXIST else { throw CardSourceError(.conflict, "There is already a file “\(name)”.") }
        throw Self.failure(errno, "A card cannot be written", isWrite: true)
    }

    func remove(_ name: String) throws(CardSourceError) {
        guard unlinkat(descriptor, name, 0) == 0 else {
            throw Self.failure(errno, "A card cannot be removed", isWrite: true)
        }
        fsync(descriptor)
    }

    private static let temporaryPrefix = ".contacts-"
    private static let temporarySuffix = ".tmp"

    /// Removes temporary files that a killed pass left behind, but not those of a pass that may still be running.
    func removeRemains(among names: [String]) {
        let hour = 3_600 * 1_000_000_000
        for name in names where name.hasPrefix(Self.temporaryPrefix) && name.hasSuffix(Self.temporarySuffix) {
            guard let state = try? state(of: name), state.isPlain, now() - state.modified > hour else { continue }
            unlinkat(descriptor, name, 0)
        }
    }

    // MARK: - Failures

    private static func failure(_ code: Int32, _ what: String, isWrite: Bool = false) -> CardSourceError {
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOENT: CardSourceError(.gone, "\(what): it no longer exists.")
        case ENOSPC, EDQUOT: CardSourceError(.quota, "\(what): there is no space left (\(reason)).")
        case EROFS: CardSourceError(.readOnly, "\(what): \(reason).")
        case EACCES, EPERM: CardSourceError(isWrite ? .readOnly : .forbidden, "\(what): \(reason).")
        case ENAMETOOLONG: CardSourceError(.forbidden, "\(what): \(reason).")
        default: CardSourceError(.unavailable, "\(what): \(reason).")
        }
    }
}

/// A file's state according to the file system, without reading the file.
package struct FileState: Equatable {
    /// The modification time, in nanoseconds since 1970.
    package let modified: Int
    package let size: Int
    private let number: UInt64
    private let mode: mode_t

    init(_ status: stat) {
        #if canImport(Darwin)
        modified = status.st_mtimespec.tv_sec * 1_000_000_000 + status.st_mtimespec.tv_nsec
        #else
        modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        #endif
        size = Int(status.st_size)
        number = UInt64(status.st_ino)
        mode = status.st_mode
    }

    /// Follows links; `nil` if nothing is at the path.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The part of a tag that doesn't depend on the content.
    var tag: String { "\(modified);\(number);\(size)" }

    package var isPlain: Bool { mode & S_IFMT == S_IFREG }
    var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    var permissions: mode_t { mode & 0o777 }

    /// The kind of entry, for messages, if it isn't a regular file.
    var kind: String {
        switch mode & S_IFMT {
        case S_IFLNK: "a link"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }

    /// Whether another write could leave the modification time unchanged: within the same tick, or within two seconds
    /// if the file system only stores whole seconds.
    func isRecent(at now: Int) -> Bool {
        let window = modified % 1_000_000_000 == 0 ? 2_000_000_000 : 20_000_000
        return abs(now - modified) < window
    }
}

/// The C library's `write`, for types that have a method of the same name.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
