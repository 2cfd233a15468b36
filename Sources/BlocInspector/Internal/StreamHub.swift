import Bloc
import LoopbackHTTP
import Primitives
import Synchronization

/// The latest records, and the readers that follow them.
///
/// Each reader has its own position. A reader that falls behind the oldest record gets a gap in place of what it missed.
final class StreamHub: Sendable {
    /// Consecutive lines, in the form in which they are sent.
    ///
    /// They share one allocation: the holes left by freeing single lines would be too small for later allocations.
    private struct Batch {
        /// The number of the first line; the others are numbered consecutively.
        let first: UInt64
        let count: Int
        /// Whether the lines report the creation of blocs.
        let isCreation: Bool
        let bytes: [UInt8]

        init(_ lines: ArraySlice<StreamLine>, from first: StreamLine) {
            (self.first, count, isCreation) = (first.sequence, lines.count, first.isCreation)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(lines.reduce(0) { $0 + $1.json.count + 40 })
            for line in lines { bytes += StreamHub.event(line.json, "id: \(line.sequence)\n") }
            self.bytes = bytes
        }
    }

    private struct Reader {
        /// The bytes to send first.
        var bytes: ArraySlice<UInt8>
        /// Closures that produce the lines of blocs that haven't been listed yet.
        var unlisted: ArraySlice<@Sendable () -> [UInt8]?>
        /// The number of the next line.
        var next: UInt64
        /// The number of the first line that arrived after the reader joined.
        let joined: UInt64
        let stream: HTTPStream
    }

    private struct Guarded {
        /// The latest lines, and their total size in bytes.
        var batches: [Batch] = []
        var size = 0
        /// The number of the next line.
        var end: UInt64 = 1
        var readers: [Int: Reader] = [:]
        var lastReader = 0
        var hasEnded = false
    }

    /// The maximum number of concurrent readers.
    static let mostReaders = 8
    /// The maximum size of pending reports for a reader; further reports are not sent to a slower reader.
    private static let mostWaiting = 1 << 18

    private let guarded = Mutex(Guarded())
    private let capacity: Int

    /// Creates a hub that keeps up to this many bytes of lines.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether there are any readers.
    var hasReaders: Bool { guarded.withLock { !$0.readers.isEmpty } }

    /// Adds consecutively numbered lines, and removes the oldest lines if there are too many.
    func append(_ lines: [StreamLine]) {
        var batches: [Batch] = []
        var rest = lines[...]
        while let first = rest.first {
            let part = rest.prefix(50).prefix { $0.isCreation == first.isCreation }
            batches.append(Batch(part, from: first))
            rest = rest.dropFirst(part.count)
        }
        guard let last = lines.last else { return }
        change { guarded in
            guarded.batches += batches
            guarded.size += batches.reduce(0) { $0 + $1.bytes.count }
            guarded.end = last.sequence + 1
            guard guarded.size > capacity else { return }
            // Removes a sixteenth more than necessary, because each removal moves all other batches.
            var count = 0
            while guarded.size > capacity - capacity / 16, count < guarded.batches.count {
                guarded.size -= guarded.batches[count].bytes.count
                count += 1
            }
            guarded.batches.removeFirst(count)
        }
    }

    /// Sends bytes to the connected readers; they are not kept for later ones.
    func tell(_ bytes: [UInt8]) {
        change { guarded in
            for (key, reader) in guarded.readers where reader.bytes.count < Self.mostWaiting {
                guarded.readers[key]?.bytes += bytes
            }
        }
    }

    /// Ends all readers, and refuses new ones.
    func end() { change { $0.hasEnded = true } }

    /// Changes the data to send, and wakes all readers.
    private func change(_ body: (inout Guarded) -> Void) {
        let streams = guarded.withLock { guarded in
            body(&guarded)
            return guarded.readers.values.map(\.stream)
        }
        for stream in streams { stream.wake() }
    }

    /// Returns a stream of server-sent events: the beginning, the lines of the blocs in `list` that are still alive by
    /// then, the lines after `sequence` (or all that are kept), then new lines; `nil` if there are too many readers.
    func reader(beginning: [UInt8], listing list: [@Sendable () -> [UInt8]?], after sequence: UInt64?) -> HTTPStream? {
        guarded.withLock { guarded in
            guard guarded.readers.count < Self.mostReaders, !guarded.hasEnded else { return nil }
            guarded.lastReader += 1
            let key = guarded.lastReader
            let stream = HTTPStream(
                source: { [weak self] buffer in self?.read(key, into: buffer) },
                ended: { [weak self] in self?.guarded.withLock { _ = $0.readers.removeValue(forKey: key) } }
            )
            let end = guarded.end
            let next = max(guarded.batches.first?.first ?? 0, sequence.map { min($0, end - 1) + 1 } ?? 0)
            let reader = Reader(bytes: beginning[...], unlisted: list[...], next: next, joined: end, stream: stream)
            guarded.readers[key] = reader
            return stream
        }
    }

    private func read(_ key: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guarded.withLock { guarded in
            guard var reader = guarded.readers[key] else { return nil }
            var count = 0
            while count < buffer.count {
                if reader.bytes.isEmpty {
                    reader.bytes = Self.next(&reader, guarded)
                    if reader.bytes.isEmpty { break }
                }
                let part = reader.bytes.prefix(buffer.count - count)
                UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: part)
                reader.bytes = reader.bytes.dropFirst(part.count)
                count += part.count
            }
            guarded.readers[key] = reader
            return count == 0 && guarded.hasEnded ? nil : count
        }
    }

    /// Returns the next bytes for a reader; empty if there are none.
    private static func next(_ reader: inout Reader, _ guarded: Guarded) -> ArraySlice<UInt8> {
        while let list = reader.unlisted.popFirst() {
            if let line = list() { return event(line)[...] }
        }
        guard let oldest = guarded.batches.first?.first else { return [] }
        if reader.next < oldest {
            defer { reader.next = oldest }
            return event(StreamLine.gap(Int(oldest - reader.next), at: oldest - 1).json)[...]
        }
        while reader.next < guarded.end, let batch = guarded.batches.last(where: { $0.first <= reader.next }) {
            let isKnown = batch.isCreation && batch.first < reader.joined
            let start = batch.bytes.firstRange(of: Array("id: \(reader.next)\n".utf8))
            reader.next = batch.first + UInt64(batch.count)
            if let start, !isKnown { return batch.bytes[start.lowerBound...] }
        }
        return []
    }

    /// Returns a line as an event, preceded by other fields.
    static func event(_ line: [UInt8], _ fields: String = "") -> [UInt8] {
        Array("\(fields)data: ".utf8) + line + Array("\n\n".utf8)
    }
}

/// A line of the inspector's stream, version 1.
///
/// The article <doc:InspectorStream> describes the kinds of lines and their members. See also ``TransitionLine``.
struct StreamLine: Sendable {
    /// The number of the line in its stream.
    let sequence: UInt64
    /// The line without its newline.
    var json: [UInt8]
    /// Whether it reports the creation of a bloc, which later readers get from their initial list.
    var isCreation = false

    /// Returns a line that replaces discarded lines, which came faster than they could be written or read.
    static func gap(_ missing: Int, at sequence: UInt64) -> StreamLine {
        let json = JSONWriter.object { json in
            json.begin("gap", sequence, Date().streamText)
            json.add("missing", missing)
        }
        return StreamLine(sequence: sequence, json: json)
    }
}

extension Date {
    /// The time in the stream's format: RFC 3339 in UTC, with milliseconds.
    var streamText: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

extension JSONWriter {
    /// Adds the first members of a line.
    mutating func begin(_ kind: String, _ sequence: UInt64, _ time: String?) {
        add("v", 1)
        add("kind", kind)
        add("sequence", sequence)
        if let time { add("time", time) }
    }

    /// Adds the leading members of a line about a bloc.
    mutating func add(_ name: String, _ instance: UInt64, type: String, phase: String, at place: BlocPlace? = nil) {
        add("bloc", name)
        add("instance", instance)
        add("type", type)
        add("phase", phase)
        add("key", place?.key.name)
        add("scope", place?.scope ?? [])
        add("parent", place?.parent?.name)
    }
}
