import Bloc
import BlocInspector
import Primitives
import Synchronization

extension Recording {
    init(path: String) throws {
        guard let data = Descriptor.contents(of: path, limit: Self.sizeLimit + 1) else {
            if FileKind(path: path) != nil { throw Self.unreadable(path) }
            throw Failure(
                .noInput,
                "The recording “\(path)” does not exist. Make one with: contacts --record \(path) list"
            )
        }
        // The older part of a rotated recording.
        let older = Descriptor.contents(of: path + ".1", limit: Self.sizeLimit + 1) ?? []
        try self.init(Data(older + data), of: path, mayBeCut: true)
        guard !lines.isEmpty else { throw Self.failure(path, "it is empty") }
    }

    /// Reads the lines of a recording, which may be empty.
    init(_ data: Data, of path: String, mayBeCut: Bool = false) throws {
        do {
            try self.init(data, mayBeCut: mayBeCut)
        } catch let error as RecordingError {
            throw Self.failure(path, error.reason)
        }
    }

    fileprivate static func unreadable(_ path: String) -> Failure {
        Failure(.inputOutput, "The recording “\(path)” cannot be read: \(SystemReason.text(errno))")
    }

    private static func failure(_ path: String, _ reason: String) -> Failure {
        Failure(.badData, "The file “\(path)” is not a recording: \(reason). Make one with --record.")
    }
}

/// Appends the transitions of blocs to a file, one line each; a new file is readable only by its owner.
final class RecordingFile: EventLogSink {
    /// The number before this run's first one: 0 for a new file, otherwise leaving a gap after the previous run.
    let last: UInt64

    private let path: String
    private let descriptor: Descriptor
    private let failure = Mutex<OutputError?>(nil)

    init(path: String) throws {
        self.path = path
        descriptor = try Descriptor.appending(to: path, as: "recording", option: "--record")
        // A pipe or device can't be read back, so its numbers start over.
        guard FileKind(path: path) == .file else {
            last = 0
            return
        }
        guard let data = Descriptor.contents(of: path, limit: Recording.sizeLimit + 1) else {
            throw Recording.unreadable(path)
        }
        last = try Recording(Data(data), of: path, mayBeCut: true).lines.last.map { $0.sequence + 1 } ?? 0
        // A line that a kill or a full disk cut off would swallow the next one.
        let end = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if end < data.count { ftruncate(descriptor.number, off_t(end)) }
    }

    /// Appends a transition, unless an earlier one could not be written: it may have left a part of its line.
    func append(_ record: EventLogRecord) {
        guard failure.withLock({ $0 }) == nil else { return }
        do {
            // Use one system call per line, so that a reader never sees a partial line.
            try descriptor.write(record.line(at: Date()) + [UInt8(ascii: "\n")])
        } catch {
            let reason = error as? OutputError ?? .failed(reason: "a value has no JSON form")
            failure.withLock { $0 = $0 ?? reason }
        }
    }

    /// Throws if a transition could not be written.
    func requireComplete() throws {
        guard let error = failure.withLock({ $0 }) else { return }
        throw Failure(.inputOutput, "The recording “\(path)” could not be written: \(error.reason).")
    }
}
