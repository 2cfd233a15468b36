import Primitives

/// The bytes of a file to import, of which the beginning can be read twice, also when it is a pipe.
final class ImportSource {
    /// The maximum number of bytes of a pipe that are buffered in a file.
    static let limit = 1_073_741_824

    private let file: Descriptor
    /// The start of the file; `nil` if it isn't seekable.
    private let start: off_t?
    /// The buffer of a pipe: an unlinked temporary file.
    private var aside: Descriptor?
    private var asideCount = 0
    private var isRecording = false
    private var isReplaying = false
    private var isOpen = true

    init(_ file: Descriptor) {
        self.file = file
        var status = stat()
        let isRegular = fstat(file.number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        start = isRegular ? lseek(file.number, 0, SEEK_CUR) : nil
    }

    deinit { close() }

    /// Reads the next bytes, up to a count; empty at the end.
    func read(_ count: Int) throws -> [UInt8] {
        if isReplaying, let aside {
            let bytes = try Self.next(count, of: aside)
            if !bytes.isEmpty { return bytes }
            isReplaying = false
        }
        let bytes = try Self.next(count, of: file)
        if isRecording, let aside {
            asideCount += bytes.count
            guard asideCount <= Self.limit else {
                throw Failure(.badData, "More than 1 GB of CSV came through a pipe. Save it in a file and import that.")
            }
            try aside.write(bytes)
        }
        return bytes
    }

    /// Makes it possible to go back to the beginning; to be called before the first byte is read.
    func keepBeginning() throws {
        guard start == nil else { return }
        aside = try Self.unnamedFile()
        isRecording = true
    }

    func rewind() throws {
        isRecording = false
        if let start {
            guard lseek(file.number, start, SEEK_SET) >= 0 else { throw Self.systemError() }
        } else if let aside {
            guard lseek(aside.number, 0, SEEK_SET) >= 0 else { throw Self.systemError() }
            isReplaying = true
        }
    }

    /// Gives up going back.
    func forgetBeginning() {
        isRecording = false
        aside?.close()
        aside = nil
    }

    /// Closes the file, unless it is a standard stream, and deletes the buffer.
    func close() {
        if isOpen, file.number > 2 { file.close() }
        isOpen = false
        forgetBeginning()
    }

    private static func next(_ count: Int, of file: Descriptor) throws -> [UInt8] {
        guard let bytes = file.readNext(limit: count) else { throw systemError() }
        return bytes
    }

    private static func systemError() -> OutputError { .failed(reason: String(cString: strerror(errno))) }

    private static func unnamedFile() throws -> Descriptor {
        let path = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID().uuidString)").path
        let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure(.cannotCreate, "No file can be created in the folder for temporary files: \(reason).")
        }
        unlink(path)
        return Descriptor(number: number)
    }
}
