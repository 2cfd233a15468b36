import LoopbackHTTP
import Primitives
import Synchronization

/// The latest records, and the readers that follow them.
///
/// Each reader has its own place. One that falls behind the oldest record gets a gap instead of what it missed.
final class StreamHub: Sendable {
    struct Line {
        let sequence: UInt64
        var json: [UInt8]
        /// Whether it says that a bloc was created, which a later reader learns from the list it begins with.
        var isCreation = false
    }

    private struct Reader {
        /// The number of the next line, counted from the first one ever.
        var next: Int
        /// The number of the first line that came after the reader.
        let joined: Int
        /// What is sent before that line.
        var bytes: [UInt8]
        /// The number of these bytes that were sent.
        var sent = 0
        let stream: HTTPStream
    }

    private struct Guarded {
        /// The latest lines, and their size in bytes.
        var lines: [Line] = []
        var size = 0
        /// The number of lines that were removed before them.
        var oldest = 0
        var readers: [Int: Reader] = [:]
        var lastReader = 0
        var hasEnded = false

        var end: Int { oldest + lines.count }
    }

    /// The number of readers at a time.
    static let mostReaders = 8
    /// The size of reports that wait for a reader; of one that is slower, reports are left out.
    private static let mostWaiting = 1 << 20

    private let guarded = Mutex(Guarded())
    private let capacity: Int

    /// Creates a hub that keeps lines of up to this size in all, in bytes.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether anybody reads.
    var hasReaders: Bool { guarded.withLock { !$0.readers.isEmpty } }

    /// Adds lines, and removes the oldest where they would be too many.
    func append(_ lines: [Line]) {
        guard !lines.isEmpty else { return }
        change { guarded in
            guarded.lines += lines
            guarded.size += lines.reduce(0) { $0 + $1.json.count }
            guard guarded.size > capacity else { return }
            // An eighth more than it must, because each removal moves all other lines.
            var count = 0
            while guarded.size > capacity - capacity / 8, count < guarded.lines.count {
                guarded.size -= guarded.lines[count].json.count
                count += 1
            }
            guarded.lines.removeFirst(count)
            guarded.oldest += count
        }
    }

    /// Sends lines to those who read now, and to nobody later.
    func tell(_ lines: [[UInt8]]) {
        change { guarded in
            for (key, reader) in guarded.readers where reader.bytes.count - reader.sent < Self.mostWaiting {
                for line in lines { Self.append(line, id: nil, to: &guarded.readers[key, default: reader].bytes) }
            }
        }
    }

    /// Keeps the connections of readers open.
    func comment() {
        change { guarded in
            for key in guarded.readers.keys { guarded.readers[key]?.bytes += ":\n\n".utf8 }
        }
    }

    /// Ends all readers, and refuses later ones.
    func end() { change { $0.hasEnded = true } }

    /// Changes what is to be sent, and wakes all readers.
    private func change(_ body: (inout Guarded) -> Void) {
        let streams = guarded.withLock { guarded in
            body(&guarded)
            return guarded.readers.values.map(\.stream)
        }
        for stream in streams { stream.wake() }
    }

    /// A stream of server-sent events: the beginning, the lines after a number or all that are kept, then what comes.
    ///
    /// - Returns: The stream; `nil` when there are too many readers.
    func reader(beginning: [[UInt8]], hello: [UInt8], after sequence: UInt64?) -> HTTPStream? {
        guarded.withLock { guarded in
            guard guarded.readers.count < Self.mostReaders, !guarded.hasEnded else { return nil }
            guarded.lastReader += 1
            let key = guarded.lastReader
            let stream = HTTPStream(
                source: { [weak self] buffer in self?.read(key, into: buffer) },
                ended: { [weak self] in self?.guarded.withLock { _ = $0.readers.removeValue(forKey: key) } }
            )
            var bytes = Array("event: hello\ndata: ".utf8) + hello + Array("\n\n".utf8)
            for line in beginning { Self.append(line, id: nil, to: &bytes) }
            let known = guarded.lines.prefix { line in sequence.map { line.sequence <= $0 } ?? false }.count
            let next = guarded.oldest + known
            guarded.readers[key] = Reader(next: next, joined: guarded.end, bytes: bytes, stream: stream)
            return stream
        }
    }

    private func read(_ key: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guarded.withLock { guarded in
            guard var reader = guarded.readers[key] else { return nil }
            var count = 0
            while count < buffer.count {
                if reader.sent == reader.bytes.count {
                    reader.bytes.removeAll(keepingCapacity: reader.bytes.capacity < Self.mostWaiting)
                    reader.sent = 0
                    guard Self.take(&reader, guarded) else { break }
                }
                let part = reader.bytes[reader.sent...].prefix(buffer.count - count)
                UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: part)
                reader.sent += part.count
                count += part.count
            }
            guarded.readers[key] = reader
            return count == 0 && guarded.hasEnded ? nil : count
        }
    }

    /// Takes the next lines for a reader, about 32 kB of them; `false` if there are none.
    private static func take(_ reader: inout Reader, _ guarded: Guarded) -> Bool {
        guard reader.next < guarded.end else { return false }
        if reader.next < guarded.oldest {
            let missing = guarded.oldest - reader.next
            reader.next = guarded.oldest
            let sequence = guarded.lines.first.map { $0.sequence - 1 } ?? 0
            let gap = InspectorRecord(sequence: sequence, time: StreamTime.now, kind: .gap(missing))
            append(gap.line, id: nil, to: &reader.bytes)
        }
        while reader.next < guarded.end, reader.bytes.count < 32_768 {
            let line = guarded.lines[reader.next - guarded.oldest]
            if !line.isCreation || reader.next >= reader.joined {
                append(line.json, id: line.sequence, to: &reader.bytes)
            }
            reader.next += 1
        }
        return true
    }

    private static func append(_ line: [UInt8], id: UInt64?, to bytes: inout [UInt8]) {
        if let id { bytes += "id: \(id)\n".utf8 }
        bytes += "data: ".utf8
        bytes += line
        bytes += "\n\n".utf8
    }
}
