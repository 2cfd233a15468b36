import Exchange
import Repository
import TerminalUI

/// Rows as lines of values, below a line with the names of the columns if there is one: TSV, and CSV (RFC 4180).
struct LineWriter<Row>: ReportWriter {
    private let lines: Report<Row>.Lines
    private let append: ([String?], inout [UInt8]) -> Void
    private var needsHeader: Bool

    /// Lines with tabs between the values; below a header, each line has all columns.
    init(tsv lines: Report<Row>.Lines, hasHeader: Bool, isRaw: Bool = false) {
        let text = TSVText(isRaw: isRaw)
        self.lines = lines
        append = { values, bytes in text.append(values.compactMap { $0 ?? (hasHeader ? "" : nil) }, to: &bytes) }
        needsHeader = hasHeader
    }

    init(csv lines: Report<Row>.Lines, hasHeader: Bool, isForTerminal: Bool) {
        let text = CSVText(isForTerminal: isForTerminal)
        self.lines = lines
        append = { text.append($0, to: &$1) }
        needsHeader = hasHeader
    }

    mutating func page(_ rows: [Row]) -> [UInt8] {
        var bytes = end()
        for row in rows {
            for line in lines.cells(row) { append(line, &bytes) }
        }
        return bytes
    }

    mutating func end() -> [UInt8] {
        var bytes: [UInt8] = []
        if needsHeader { append(lines.names, &bytes) }
        needsHeader = false
        return bytes
    }
}

struct CSVText: Sendable {
    /// Whether to replace characters that a terminal could obey.
    let isForTerminal: Bool

    /// Adds a record with the values; `nil` is empty.
    func append(_ values: [String?], to bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            guard let value else { continue }
            let shown = isForTerminal ? TerminalText.sanitized(value) : value
            CSVValue.append(shown, quoting: [UInt8(ascii: ",")], to: &bytes)
        }
        bytes += "\r\n".utf8
    }
}

/// Writes values as lines with tabs between them; an unknown value is empty.
///
/// Tabs and line breaks inside a value become blanks, so that a line is always one record. Characters that a terminal could
/// obey are replaced also where the output is a pipe, since `cut` and `awk` hand them on to a terminal.
struct TSVText: Sendable {
    /// Whether characters that a terminal could obey stay as they are.
    var isRaw = false

    func append(_ values: [String], to bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "\t")) }
            let text = isRaw ? value : TerminalText.sanitized(value)
            bytes += text.utf8.lazy.map { Self.separates($0) ? UInt8(ascii: " ") : $0 }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func separates(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}

/// Identifiers with a zero byte after each, as `xargs -0` reads them.
struct IdentifierFormat: ReportWriter {
    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        contacts.flatMap { Array($0.id.rawValue.utf8) + [0] }
    }

    mutating func end() -> [UInt8] { [] }
}
