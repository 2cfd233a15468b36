public import Bloc
import Primitives
import Synchronization

extension BlocInspector {
    /// Records what blocs do in a file, for programs that can't use a browser, until ``BlocRecording/stop()``.
    ///
    /// When the file reaches half of the size, it is renamed to `file.1`, which replaces the previous one, and a new
    /// file begins, so both together are limited, and at least the latest half is always available. Later runs append
    /// to the file. The recording includes everything up to a few milliseconds before the process ended, no matter how
    /// it ended. `contacts replay FILE --inspect` shows it.
    ///
    /// `inspectingValues` also records the values of events and states that aren't ``Inspectable``; without them a
    /// recording can't be replayed.
    ///
    /// - Throws: ``RecordingError`` if the file can't be written or isn't a recording.
    public static func record(
        to path: String,
        keeping size: RecordingSize,
        inspectingValues: Bool = false
    ) throws -> BlocRecording {
        try BlocRecording(path, size, inspectingValues, observing: .process)
    }
}

/// The size of a recording on disk.
public struct RecordingSize: Hashable, Sendable {
    /// The size in bytes.
    public let bytes: Int

    /// Returns a size in bytes, at least 4,096.
    public static func bytes(_ count: Int) -> RecordingSize { RecordingSize(bytes: max(4_096, count)) }

    /// Returns a size in megabytes of 1,048,576 bytes.
    public static func megabytes(_ count: Int) -> RecordingSize { bytes(count << 20) }
}

/// A recording in progress, written to a file.
public final class BlocRecording: Sendable {
    /// The observer of the blocs.
    public var observer: any BlocObserver { recorder }

    private let recorder: InspectorObserver
    private let file: RingFile
    private let installation: BlocSubscription?

    package init(
        _ path: String,
        _ size: RecordingSize,
        _ inspectingValues: Bool,
        observing scope: BlocInspector.Scope
    ) throws {
        file = try RingFile(path: path, size: size)
        recorder = InspectorObserver(
            showsAll: inspectingValues,
            isRecording: true,
            after: file.last,
            sink: file.append
        )
        installation = scope == .process ? BlocObservers.install(recorder) : nil
    }

    /// Ends the recording once everything that has happened so far is written.
    ///
    /// - Throws: ``RecordingError`` if something couldn't be written.
    public func stop() async throws {
        installation?.cancel()
        await recorder.end()
        try file.requireComplete()
    }
}

/// Two alternating files; the older one is deleted when the newer one is full.
final class RingFile: Sendable {
    private struct Guarded {
        var descriptor: Int32
        var size: Int
        var failure: Int32?
    }

    /// The number before the first record of this run; it leaves a gap after the previous run.
    let last: UInt64
    private let path: String
    private let half: Int
    private let guarded: Mutex<Guarded>

    init(path: String, size: RecordingSize) throws {
        self.path = path
        half = size.bytes / 2
        let descriptor = Self.opened(path)
        guard descriptor >= 0 else { throw Self.error(errno) }
        do {
            // A pipe or a device can't be read back.
            let isFile = FileKind(path: path) == .file
            last = isFile ? try Recording(contentsOf: path).lines.last.map { $0.sequence + 1 } ?? 0 : 0
            // An incomplete line left by a killed program would be joined with the next one.
            let bytes = isFile ? try Data(contentsOf: URL(filePath: path)) : Data()
            let size = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            if size < bytes.count, ftruncate(descriptor, off_t(size)) != 0 { throw Self.error(errno) }
        } catch {
            close(descriptor)
            throw error
        }
        guarded = Mutex(Guarded(descriptor: descriptor, size: max(0, Int(lseek(descriptor, 0, SEEK_END)))))
    }

    deinit {
        guarded.withLock { _ = close($0.descriptor) }
    }

    private static func opened(_ path: String) -> Int32 {
        // States may be personal, so only the owner can read them.
        open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    }

    private static func error(_ code: Int32) -> RecordingError {
        RecordingError(reason: String(cString: strerror(code)))
    }

    /// Appends lines, as many per system call as fit; a line that is too long for the file is recorded as a gap.
    func append(_ lines: [StreamLine]) {
        guarded.withLock { guarded in
            var bytes: [UInt8] = []
            for line in lines {
                let line = line.json.count < half ? line.json : StreamLine.gap(1, at: line.sequence).json
                if guarded.size + bytes.count + line.count + 1 > half, guarded.size + bytes.count > 0 {
                    put(bytes, &guarded)
                    bytes.removeAll()
                    turn(&guarded)
                }
                bytes += line
                bytes.append(UInt8(ascii: "\n"))
            }
            put(bytes, &guarded)
        }
    }

    private func put(_ bytes: [UInt8], _ guarded: inout Guarded) {
        var rest = bytes[...]
        while !rest.isEmpty, guarded.failure == nil {
            let count = rest.withUnsafeBytes { write(guarded.descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { guarded.failure = errno }
        }
        guarded.size += bytes.count - rest.count
    }

    private func turn(_ guarded: inout Guarded) {
        let isRenamed = rename(path, path + ".1") == 0
        if isRenamed {
            close(guarded.descriptor)
            guarded.descriptor = Self.opened(path)
            guarded.size = 0
        }
        if !isRenamed || guarded.descriptor < 0 { guarded.failure = guarded.failure ?? errno }
    }

    func requireComplete() throws {
        if let code = guarded.withLock({ $0.failure }) { throw Self.error(code) }
    }
}
