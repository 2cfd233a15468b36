/// Splits a stream of CSV (RFC 4180) into records; the separator is a comma, semicolon or tab, whichever is most
/// frequent in the first line.
///
/// Takes linear time. Memory is bounded by ``Limits``: for a record that exceeds them, only the fault is kept.
struct CSVRecords: Sendable {
    /// A record and the number of its first line.
    struct Record: Equatable, Sendable {
        var fields: [String]
        var line: Int
    }

    /// The reason why a record can't be read; reading continues with the next one.
    struct Fault: Error, Equatable {
        /// The number of the record's first line.
        var line: Int
        /// The reason, as a clause.
        var reason: String
    }

    /// The limits of a record.
    enum Limits {
        static let fieldBytes = 1_048_576
        static let recordBytes = 8_388_608
        static let fields = 4_096
        /// The number of bytes in which to look for the separator.
        static let beginning = 65_536
    }

    private var bytes: [UInt8] = []
    private var index = 0
    private var line = 1
    private var startLine = 1
    /// The record's concatenated fields, and the end of each.
    private var content: [UInt8] = []
    private var ends: [Int] = []
    private var fieldStart = 0
    private var isQuoted = false
    /// Whether the field started with a quote, so that another quote is text.
    private var wasQuoted = false
    private var isFieldEmpty = true
    /// The fault in the current record.
    private var fault: Fault?
    private var isBehindReturn = false
    private var isFinished = false
    private var separator: UInt8?
    private var search = SeparatorSearch()
    /// The number of bytes examined so far, for complexity tests.
    private(set) var steps = 0

    /// Creates a reader; without a given separator, it is detected from the first line.
    init(separator: UInt8? = nil) {
        self.separator = separator
        if separator != nil { search.isDone = true }
    }

    /// Appends bytes of the stream.
    mutating func append(_ more: [UInt8]) {
        bytes.removeFirst(index)
        steps += bytes.count
        index = 0
        bytes += more
    }

    /// Ends the stream.
    mutating func finish() {
        isFinished = true
    }

    /// Returns the next nonempty record; `nil` if more bytes are needed or at the end.
    ///
    /// - Throws: ``Fault``; reading can continue with the next record.
    mutating func next() throws(Fault) -> Record? {
        guard findSeparator() else { return nil }
        while index < bytes.count {
            let byte = bytes[index]
            steps += 1
            if isQuoted {
                if byte == UInt8(ascii: "\"") {
                    // The second quote may be among the next bytes.
                    guard index + 1 < bytes.count || isFinished else { return nil }
                    if index + 1 < bytes.count, bytes[index + 1] == byte {
                        take(byte)
                        index += 1
                    } else {
                        isQuoted = false
                    }
                } else {
                    if byte == 0x0A { line += 1 }
                    take(byte)
                }
                index += 1
                continue
            }
            index += 1
            let follows = isBehindReturn
            isBehindReturn = byte == 0x0D
            switch byte {
            case UInt8(ascii: "\"") where isFieldEmpty && !wasQuoted:
                isQuoted = true
                wasQuoted = true
            case separator:
                endField()
            case 0x0A where follows:
                // The second half of a line break; the next record starts after it.
                break
            case 0x0A, 0x0D:
                line += 1
                if let record = try endRecord() { return record }
            default:
                take(byte)
            }
        }
        guard isFinished else { return nil }
        if isQuoted {
            isQuoted = false
            let open = Fault(line: startLine, reason: "the line opens a quote that is never closed")
            defer { reset() }
            throw fault ?? open
        }
        return try endRecord()
    }

    private mutating func take(_ byte: UInt8) {
        isFieldEmpty = false
        guard fault == nil else { return }
        content.append(byte)
        if content.count - fieldStart > Limits.fieldBytes {
            fail("a field is larger than \(Limits.fieldBytes) bytes; perhaps a quote is missing")
        }
        if content.count > Limits.recordBytes { fail("the line is larger than \(Limits.recordBytes) bytes") }
    }

    private mutating func fail(_ reason: String) {
        fault = fault ?? Fault(line: startLine, reason: reason)
        content = []
        ends = []
        fieldStart = 0
    }

    private mutating func endField() {
        wasQuoted = false
        isFieldEmpty = true
        guard fault == nil else { return }
        ends.append(content.count)
        fieldStart = content.count
        if ends.count > Limits.fields { fail("the line has more than \(Limits.fields) fields") }
    }

    private mutating func endRecord() throws(Fault) -> Record? {
        defer { reset() }
        if let fault { throw fault }
        guard !content.isEmpty || !ends.isEmpty else { return nil }
        endField()
        if let fault { throw fault }
        var texts: [String] = []
        texts.reserveCapacity(ends.count)
        var start = 0
        for end in ends {
            guard let text = String(validating: content[start..<end], as: UTF8.self) else {
                throw Fault(line: startLine, reason: "the line is not UTF-8")
            }
            texts.append(text)
            start = end
        }
        steps += content.count
        guard texts.contains(where: { !$0.isEmpty }) else { return nil }
        return Record(fields: texts, line: startLine)
    }

    private mutating func reset() {
        content.removeAll(keepingCapacity: content.capacity <= 65_536)
        ends.removeAll(keepingCapacity: true)
        fieldStart = 0
        fault = nil
        wasQuoted = false
        isFieldEmpty = true
        startLine = line
    }

    /// Detects the separator from the first record, once that has arrived completely.
    private mutating func findSeparator() -> Bool {
        if search.isDone { return true }
        if search.index == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { search.index = 3 }
        let before = search.index
        search.run(bytes, isWhole: isFinished)
        steps += search.index - before
        guard search.isDone else { return false }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        separator = search.separator
        // Spreadsheets can declare the separator in a separate first line.
        let first = bytes[index..<min(search.index, bytes.count)]
        if first.count == 5, first.starts(with: "sep=".utf8), let named = first.last {
            separator = named
            index += 5
        }
        return true
    }
}

/// Counts the separators in the first record, ignoring quoted text.
private struct SeparatorSearch: Sendable {
    private static let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]

    /// The current position or, after the search, the end of the record.
    var index = 0
    var isDone = false
    private var counts = [0, 0, 0]
    private var isText = false

    /// The most frequent separator; a comma if there is none.
    var separator: UInt8 {
        var best = 0
        for place in counts.indices where counts[place] > counts[best] { best = place }
        return Self.candidates[best]
    }

    mutating func run(_ bytes: [UInt8], isWhole: Bool) {
        while index < bytes.count, !isDone {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                isText.toggle()
            } else if !isText, byte == 0x0A || byte == 0x0D {
                isDone = true
                return
            } else if !isText, let place = Self.candidates.firstIndex(of: byte) {
                counts[place] += 1
            }
            index += 1
            if index > CSVRecords.Limits.beginning { isDone = true }
        }
        if isWhole { isDone = true }
    }
}
