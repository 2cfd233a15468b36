import Primitives

/// The state of a file as the system reports it, without reading the file.
struct FileState: Equatable {
    /// The time of the last write, in nanoseconds since 1970.
    let modified: Int
    let size: Int
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

    /// The part of a tag that doesn't depend on the content.
    var tag: String { "\(modified);\(number);\(size)" }

    var isPlain: Bool { mode & S_IFMT == S_IFREG }
    var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    var permissions: mode_t { mode & 0o777 }

    /// The kind of an entry that isn't a plain file, for messages.
    var kind: String {
        switch mode & S_IFMT {
        case S_IFLNK: "a link"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }

    /// Whether another write could leave the time unchanged: within the same tick, or within two seconds if the file system
    /// stores whole seconds only.
    func isRecent(at now: Int) -> Bool {
        let window = modified % 1_000_000_000 == 0 ? 2_000_000_000 : 20_000_000
        return abs(now - modified) < window
    }
}

/// `read` and `write` of the C library, for use where a method has the same name.
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
