import Primitives

/// Which files this program wrote, so that an export replaces no other file unasked.
///
/// They are known by their place, size and time, in a file of the user's state; one that was changed since is not known.
struct WrittenFiles {
    private struct Entry: Codable, Equatable {
        var path: String
        var size: Int64
        var time: Int64
    }

    private static let limit = 200

    private let list: String?

    /// Reads what was written before; without a folder of the user's state nothing is remembered.
    init(folder: String?) { list = folder.map { $0 + "/exports.json" } }

    /// Whether the file is one that another program or the user wrote.
    func isForeign(_ path: String) -> Bool {
        guard let entry = Self.entry(path) else { return false }
        return !entries.contains(entry)
    }

    /// Remembers that the file was written.
    ///
    /// When that fails, the next export asks.
    func remember(_ path: String) {
        guard let list, let entry = Self.entry(path) else { return }
        let all = entries.filter { $0.path != entry.path }.suffix(Self.limit - 1) + [entry]
        try? FileManager.default.createDirectory(
            at: URL(filePath: list).deletingLastPathComponent(),
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        guard let data = try? JSONEncoder().encode(Array(all)), let file = try? ReplacedFile(path: list) else {
            return
        }
        try? file.write(Array(data))
        try? file.finish()
    }

    private var entries: [Entry] {
        guard let list, let bytes = Descriptor.contents(of: list, limit: 1 << 20) else { return [] }
        return (try? JSONDecoder().decode([Entry].self, from: Data(bytes))) ?? []
    }

    /// The file as it is; `nil` if it is not there, or is a pipe or a device.
    private static func entry(_ path: String) -> Entry? {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        var information = stat()
        guard stat(target, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
        let time = information.st_mtimespec
        #else
        let time = information.st_mtim
        #endif
        return Entry(
            path: target,
            size: Int64(information.st_size),
            time: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        )
    }
}
