import Primitives

/// Replaces a file at once: the content is written to a temporary file beside it, which is renamed at the end.
///
/// Readers never see a part of it. Only the owner can read it. A pipe, device or other special file is written directly.
final class ReplacedFile {
    private static let capacity = 262_144

    private let path: String
    private let temporary: String?
    private let descriptor: Descriptor
    private var buffer: [UInt8] = []
    private var isOpen = true

    init(path: String) throws {
        // Replaces the target of a link, not the link.
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        self.path = path
        let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        if type == .typeDirectory { throw Failure(.cannotCreate, "“\(path)” is a folder. Give the path of a file.") }
        let isRegular = type == nil || type == .typeRegular
        // Not made of the file's name, which may be as long as a name can be.
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

    /// Writes the rest and puts the file in its place.
    func finish(_ rest: [UInt8] = []) throws {
        buffer += rest
        try drain()
        if let temporary {
            let target = URL(filePath: path).resolvingSymlinksInPath()
            guard fsync(descriptor.number) == 0, rename(temporary, target.path) == 0 else {
                throw failure(String(cString: strerror(errno)))
            }
            // Flushes the name, too; some file systems can't, which isn't an error.
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
