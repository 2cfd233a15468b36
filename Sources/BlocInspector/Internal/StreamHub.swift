import LoopbackHTTP
import Primitives
import Synchronization

/// The latest records, and the readers that follow them.
///
/// Each reader has its own place. One that falls behind the oldest record gets a gap instead of what it missed.
final class StreamHub: Sendable {
    private struct Reader {
        /// The number of the next line, counted from the first one ever.
        var next: Int
        /// The number of the first line that came after the reader.
        let joined: Int
        /// What is sent before that line.
        var bytes: ArraySlice<UInt8>
        let stream: HTTPStream
    }

    private struct Guarded {
        /// The latest lines, and their size in bytes.
        var lines: [StreamLine] = []
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
    func append(_ lines: [StreamLine]) {
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

    /// Sends bytes to those who read now, and to nobody later.
    func tell(_ bytes: [UInt8]) {
        change { guarded in
            for (key, reader) in guarded.readers where reader.bytes.count < Self.mostWaiting {
                guarded.readers[key]?.bytes += bytes
            }
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
            let bytes = Self.event(hello, "event: hello\n") + beginning.flatMap { Self.event($0) }
            let known = guarded.lines.prefix { line in sequence.map { line.sequence <= $0 } ?? false }.count
            let next = guarded.oldest + known
            guarded.readers[key] = Reader(next: next, joined: guarded.end, bytes: bytes[...], stream: stream)
            return stream
        }
    }

    private func read(_ key: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guarded.withLock { guarded in
            guard var reader = guarded.readers[key] else { return nil }
            var count = 0
            while count < buffer.count {
                if reader.bytes.isEmpty, !Self.take(&reader, guarded) { break }
                let part = reader.bytes.prefix(buffer.count - count)
                UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: part)
                reader.bytes = reader.bytes.dropFirst(part.count)
                count += part.count
            }
            guarded.readers[key] = reader
            return count == 0 && guarded.hasEnded ? nil : count
        }
    }

    /// Takes the next lines for a reader, about 32 kB of them; `false` if there are none.
    private static func take(_ reader: inout Reader, _ guarded: Guarded) -> Bool {
        guard reader.next < guarded.end else { return false }
        // Not those that were sent, which the slice would keep.
        reader.bytes = []
        if reader.next < guarded.oldest {
            let missing = guarded.oldest - reader.next
            reader.next = guarded.oldest
            let sequence = guarded.lines.first.map { $0.sequence - 1 } ?? 0
            reader.bytes += event(StreamLine.gap(missing, at: sequence).json)
        }
        while reader.next < guarded.end, reader.bytes.count < 32_768 {
            let line = guarded.lines[reader.next - guarded.oldest]
            if !line.isCreation || reader.next >= reader.joined {
                reader.bytes += event(line.json, "id: \(line.sequence)\n")
            }
            reader.next += 1
        }
        return true
    }

    /// A line as an event, whose first fields may be others.
    static func event(_ line: [UInt8], _ fields: String = "") -> [UInt8] {
        Array("\(fields)data: ".utf8) + line + Array("\n\n".utf8)
    }
}
