import Repository

/// Reads another program's address book line by line.
protocol BookReader: Sendable {
    /// Processes a line and returns the contacts that it completes.
    mutating func take(_ line: String, number: Int) -> [ParsedContact]

    /// Processes the end of the file and returns the contacts that it completes.
    mutating func end() -> [ParsedContact]
}

/// Splits a file into lines for a ``BookReader``, in linear time and with a limit on the length of a line.
struct BookContactParser<Reader: BookReader>: ContactParser {
    /// The maximum line length in bytes.
    static var limit: Int { 1_048_576 }

    private var reader: Reader
    private var line: [UInt8] = []
    private var number = 1
    private var isTooLong = false
    private var wasReturn = false
    private var waiting: [ParsedContact] = []
    private var bytes: [UInt8] = []
    private var index = 0
    private var isFinished = false
    private var isEnded = false
    /// The number of bytes examined so far.
    private(set) var steps = 0

    init(_ reader: Reader) {
        self.reader = reader
    }

    mutating func append(_ more: [UInt8]) {
        bytes.removeFirst(index)
        steps += bytes.count
        index = 0
        bytes += more
    }

    mutating func finish() {
        isFinished = true
    }

    mutating func next() -> ParsedContact? {
        while true {
            if let first = waiting.popLast() { return first }
            if index < bytes.count {
                let byte = bytes[index]
                index += 1
                steps += 1
                let isSecondHalf = byte == 0x0A && wasReturn
                wasReturn = byte == 0x0D
                if isSecondHalf { continue }
                if byte == 0x0A || byte == 0x0D { endLine() } else { take(byte) }
            } else if isFinished, !isEnded {
                isEnded = true
                if !line.isEmpty || isTooLong { endLine() }
                waiting.insert(contentsOf: reader.end().reversed(), at: 0)
            } else {
                return nil
            }
        }
    }

    private mutating func take(_ byte: UInt8) {
        guard !isTooLong else { return }
        line.append(byte)
        if line.count > Self.limit {
            isTooLong = true
            line = []
        }
    }

    private mutating func endLine() {
        steps += line.count
        if isTooLong {
            waiting = [.problem(line: number, reason: "the line is larger than \(Self.limit) bytes")]
        } else {
            waiting = reader.take(String(decoding: line, as: UTF8.self), number: number).reversed()
        }
        number += 1
        line.removeAll(keepingCapacity: line.capacity <= 65_536)
        isTooLong = false
    }
}
