import Bloc
import Primitives
import Synchronization

/// Appends the transitions of blocs to a file, one line each; a new file is readable by its owner only.
final class RecordingFile: EventLogSink {
    /// The number before the first of this run: 0 in a new file, else one that leaves a gap after the previous run.
    let last: UInt64

    private let path: String
    private let descriptor: Descriptor
    private let failure = Mutex<OutputError?>(nil)

    /// Opens the file, and creates it when it does not exist.
    ///
    /// - Throws: ``Failure`` when it is not a recording (65) or cannot be opened (73).
    init(path: String) throws {
        self.path = path
        do {
            descriptor = try Descriptor.appending(to: path)
        } catch {
            throw Failure(
                .cannotCreate,
                "The recording “\(path)” cannot be opened\(Self.reason(error)). Give another path with --record."
            )
        }
        // A pipe or device cannot be read back: its numbers begin at the start.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let data = try? Data(contentsOf: URL(filePath: path))
        else {
            last = 0
            return
        }
        last = try Recording(data, path: path).lines.last.map { $0.sequence + 1 } ?? 0
    }

    func append(_ record: EventLogRecord) {
        guard let state = record.state else { return }
        do {
            let line = RecordingLine(
                sequence: record.sequence,
                cause: record.cause,
                bloc: record.bloc,
                event: try record.event.map { try RecordingLine.json($0) } ?? .null,
                state: try RecordingLine.json(state)
            )
            // One system call per line, so that a reader never sees a part of one.
            try descriptor.write(Array(RecordingLine.encoder.encode(line)) + [UInt8(ascii: "\n")])
        } catch {
            let reason = error as? OutputError ?? .failed(reason: "a value has no JSON form")
            failure.withLock { $0 = $0 ?? reason }
        }
    }

    /// Fails when a transition could not be written.
    func requireComplete() throws {
        guard let error = failure.withLock({ $0 }) else { return }
        throw Failure(.inputOutput, "The recording “\(path)” could not be written\(Self.reason(error)).")
    }

    private static func reason(_ error: OutputError) -> String {
        switch error {
        case .failed(let reason): ": \(reason)"
        case .brokenPipe: ": no process reads it"
        }
    }
}
