/// Cuts a stream of CSV (RFC 4180) into records; commas, semicolons or tabs stand between the fields, whichever the first
/// line has most of.
struct CSVRecords: Sendable {
    /// A record with the number of the line that it begins on.
    struct Record: Equatable, Sendable {
        var fields: [String]
        var line: Int
    }

    /// Why a record cannot be read.
    enum Fault: Error, Equatable {
        case tooLong(line: Int)
        case notUTF8(line: Int)
        case openQuote(line: Int)
    }

    /// The most bytes that a record may have.
    static let limit = 16_777_216

    private var bytes: [UInt8] = []
    private var index = 0
    private var line = 1
    private var startLine = 1
    private var field: [UInt8] = []
    private var fields: [[UInt8]] = []
    private var size = 0
    private var isQuoted = false
    /// Whether the field began with a quote, so that nothing is trimmed.
    private var wasQuoted = false
    private var isFinished = false
    private var separator: UInt8?

    /// Takes more of the stream.
    mutating func append(_ more: [UInt8]) {
        bytes.removeFirst(index)
        index = 0
        bytes += more
    }

    /// Says that there is no more.
    mutating func finish() {
        isFinished = true
    }

    /// The next record that has something in it; `nil` when more bytes are needed, or at the end.
    ///
    /// - Throws: ``Fault``; reading can go on with the next record unless it is too long.
    mutating func next() throws(Fault) -> Record? {
        guard findSeparator() else { return nil }
        while index < bytes.count {
            let byte = bytes[index]
            if isQuoted {
                if byte == UInt8(ascii: "\"") {
                    // Whether a second one follows is not known yet.
                    guard index + 1 < bytes.count || isFinished else { return nil }
                    if index + 1 < bytes.count, bytes[index + 1] == byte {
                        try take(byte)
                        index += 1
                    } else {
                        isQuoted = false
                    }
                } else {
                    if byte == 0x0A { line += 1 }
                    try take(byte)
                }
                index += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted:
                isQuoted = true
                wasQuoted = true
            case separator:
                endField()
            case 0x0D:
                break
            case 0x0A:
                line += 1
                index += 1
                if let record = try endRecord() { return record }
                continue
            default:
                try take(byte)
            }
            index += 1
        }
        guard isFinished else { return nil }
        if isQuoted {
            isQuoted = false
            let start = startLine
            reset()
            throw .openQuote(line: start)
        }
        return try endRecord()
    }

    private mutating func take(_ byte: UInt8) throws(Fault) {
        field.append(byte)
        size += 1
        if size > Self.limit { throw .tooLong(line: startLine) }
    }

    private mutating func endField() {
        fields.append(field)
        field.removeAll(keepingCapacity: true)
        wasQuoted = false
    }

    private mutating func endRecord() throws(Fault) -> Record? {
        defer { reset() }
        guard size > 0 || !fields.isEmpty else { return nil }
        endField()
        var texts: [String] = []
        for field in fields {
            guard let text = String(validating: field, as: UTF8.self) else { throw .notUTF8(line: startLine) }
            texts.append(text)
        }
        guard texts.contains(where: { !$0.isEmpty }) else { return nil }
        return Record(fields: texts, line: startLine)
    }

    private mutating func reset() {
        fields.removeAll(keepingCapacity: true)
        field.removeAll(keepingCapacity: true)
        size = 0
        wasQuoted = false
        startLine = line
    }

    /// Looks at the first line, once all of it is there.
    private mutating func findSeparator() -> Bool {
        if separator != nil { return true }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        let end = bytes.firstIndex(of: 0x0A)
        guard end != nil || isFinished || bytes.count > 65_536 else { return false }
        var counts: [UInt8: Int] = [:]
        var isText = false
        for byte in bytes[..<(end ?? bytes.count)] {
            if byte == UInt8(ascii: "\"") { isText.toggle() }
            if !isText, [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].contains(byte) { counts[byte, default: 0] += 1 }
        }
        let comma = UInt8(ascii: ",")
        separator =
            counts.max { ($0.value, $0.key == comma ? 1 : 0) < ($1.value, $1.key == comma ? 1 : 0) }?.key ?? comma
        return true
    }
}
