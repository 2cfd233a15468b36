import Primitives

/// Splits a stream of bytes into unfolded lines.
struct LineSplitter: Sendable {
    enum Line {
        /// A complete line, to be read with `withLine`; the number is that of its first part.
        case whole(Int)
        /// A line that was skipped because of its size.
        case tooLong(Int)
    }

    private let limits: VCardLimits
    private var buffer: [UInt8] = []
    private var position = 0
    /// The end of the part of the buffer that was already searched for a line break.
    private var searched = 0
    private var line: [UInt8] = []
    private var hasLine = false
    private var isTooLong = false
    /// Whether bytes of the current part were dropped before its line break arrived.
    private var isMidPart = false
    private var isSoftBreak = false
    /// Whether the part before the colon declares the value as quoted-printable; `nil` until the colon is found.
    private var isQuotedPrintable: Bool?
    /// The end of the part of the line that was already searched for a colon.
    private var headSearched = 0
    private var isAtStart = true
    private var number = 0
    private var lineNumber = 1
    var isFinished = false

    init(limits: VCardLimits) {
        self.limits = limits
    }

    mutating func append(_ bytes: [UInt8]) {
        if position == buffer.count {
            buffer = bytes
        } else {
            buffer.removeFirst(position)
            buffer += bytes
        }
        searched = max(searched - position, 0)
        position = 0
    }

    func withLine<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        line.withUnsafeBufferPointer(body)
    }

    mutating func next() -> Line? {
        if isAtStart, !skipMark() { return nil }
        if !hasLine, !isMidPart { beginLine() }
        while true {
            guard position < buffer.count else { return isFinished && (hasLine || isMidPart) ? finishLine() : nil }
            let isFolded = buffer[position] == 0x20 || buffer[position] == 0x09
            if hasLine, !isSoftBreak, !isFolded, !isMidPart { return finishLine() }
            guard takePart(dropping: hasLine && isFolded && !isSoftBreak) else { return nil }
        }
    }

    /// Appends the bytes up to the next line break; `false` if the break hasn't arrived yet.
    private mutating func takePart(dropping isFolded: Bool) -> Bool {
        let from = max(position, searched)
        let end = buffer[from...].firstIndex(of: 0x0A)
        guard let stop = end ?? (isFinished ? buffer.count : nil) else {
            searched = buffer.count
            boundUnbrokenLine()
            return false
        }
        var last = stop
        while last > position, buffer[last - 1] == 0x0D { last -= 1 }
        let first = min(position + (isFolded ? 1 : 0), last)
        WorkCount.add(stop - from + last - first)
        if !isTooLong { line += buffer[first..<last] }
        position = min(stop + 1, buffer.count)
        searched = position
        number += 1
        if !hasLine { lineNumber = number }
        hasLine = true
        isMidPart = false
        checkLength()
        checkSoftBreak()
        return true
    }

    /// Drops the bytes of a line that exceeds the limit before its end arrives, to limit memory.
    private mutating func boundUnbrokenLine() {
        guard buffer.count - position > limits.binaryLineBytes else { return }
        if !hasLine { lineNumber = number + 1 }
        isTooLong = true
        isMidPart = true
        line.removeAll()
        headSearched = 0
        position = buffer.count
    }

    private mutating func checkLength() {
        guard line.count > limits.lineBytes else { return }
        let head = line.prefix(256)
        let isBinary = Self.mentions("base64", head) || Self.mentions("encoding=b", head)
        guard !isBinary || line.count > limits.binaryLineBytes else { return }
        isTooLong = true
        line.removeAll()
        headSearched = 0
    }

    private mutating func checkSoftBreak() {
        isSoftBreak = false
        guard line.last == 0x3D, saysQuotedPrintable() else { return }
        isSoftBreak = true
        line.removeLast()
    }

    /// Returns whether the value is quoted-printable; examines each byte only once, even if the line has many parts.
    private mutating func saysQuotedPrintable() -> Bool {
        if let isQuotedPrintable { return isQuotedPrintable }
        WorkCount.add(line.count - headSearched)
        guard let colon = line[headSearched...].firstIndex(of: 0x3A) else {
            headSearched = line.count
            return false
        }
        WorkCount.add(colon)
        let says = Self.mentions("quoted-printable", line[..<colon])
        isQuotedPrintable = says
        return says
    }

    private mutating func beginLine() {
        line.removeAll(keepingCapacity: line.capacity < 65_536)
        isTooLong = false
        isSoftBreak = false
        isQuotedPrintable = nil
        headSearched = 0
    }

    private mutating func finishLine() -> Line {
        hasLine = false
        isMidPart = false
        return isTooLong ? .tooLong(lineNumber) : .whole(lineNumber)
    }

    /// Skips a byte order mark; `false` if more bytes are needed to decide.
    private mutating func skipMark() -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if buffer.count < 3, !isFinished, mark.starts(with: buffer) { return false }
        if buffer.starts(with: mark) { position = 3 }
        isAtStart = false
        return true
    }

    private static func mentions(_ word: StaticString, _ bytes: ArraySlice<UInt8>) -> Bool {
        word.withUTF8Buffer { word in
            guard bytes.count >= word.count else { return false }
            return (bytes.startIndex...(bytes.endIndex - word.count)).contains { start in
                word.indices.allSatisfy { bytes[start + $0] | 0x20 == word[$0] | 0x20 }
            }
        }
    }
}
