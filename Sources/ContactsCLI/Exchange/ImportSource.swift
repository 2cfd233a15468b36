import Foundation

/// The bytes of a file to import, of which the beginning can be read twice, also when it is a pipe.
final class ImportSource {
    /// The maximum number of bytes of a pipe that are buffered in a file.
    static let limit = 1_073_741_824

    private let handle: FileHandle
    /// The start of the file; `nil` if it isn't seekable.
    private let start: UInt64?
    /// The buffer of a pipe: an unlinked temporary file.
    private var aside: FileHandle?
    private var asideCount = 0
    private var isRecording = false
    private var isReplaying = false

    init(_ handle: FileHandle) {
        self.handle = handle
        var status = stat()
        let isRegular = fstat(handle.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        start = isRegular ? try? handle.offset() : nil
    }

    /// Reads the next bytes, up to a count; empty at the end.
    func read(_ count: Int) throws -> [UInt8] {
        if isReplaying, let aside {
            if let data = try aside.read(upToCount: count), !data.isEmpty { return Array(data) }
            isReplaying = false
        }
        let bytes = Array(try handle.read(upToCount: count) ?? Data())
        if isRecording, let aside {
            asideCount += bytes.count
            guard asideCount <= Self.limit else {
                throw Failure(.badData, "More than 1 GB of CSV came through a pipe. Save it in a file and import that.")
            }
            try aside.write(contentsOf: Data(bytes))
        }
        return bytes
    }

    /// Makes it possible to go back to the beginning; to be called before the first byte is read.
    func keepBeginning() throws {
        guard start == nil else { return }
        aside = try Self.unnamedFile()
        isRecording = true
    }

    /// Goes back to the beginning.
    func rewind() throws {
        isRecording = false
        if let start {
            try handle.seek(toOffset: start)
        } else if let aside {
            try aside.seek(toOffset: 0)
            isReplaying = true
        }
    }

    /// Gives up going back.
    func forgetBeginning() {
        isRecording = false
        aside = nil
    }

    func close() {
        try? handle.close()
        try? aside?.close()
    }

    private static func unnamedFile() throws -> FileHandle {
        let path = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID().uuidString)").path
        let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure(.cannotCreate, "No file can be created in the folder for temporary files: \(reason).")
        }
        unlink(path)
        return FileHandle(fileDescriptor: number, closeOnDealloc: true)
    }
}
