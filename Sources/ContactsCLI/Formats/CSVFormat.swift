import Exchange
import TerminalUI

/// Rows as CSV (RFC 4180): a record per row, the names of the columns in the first record.
struct CSVWriter<Row>: ReportWriter {
    private let lines: Report<Row>.Lines
    private let text: CSVText
    private var needsHeader: Bool

    init(_ lines: Report<Row>.Lines, hasHeader: Bool, isForTerminal: Bool) {
        self.lines = lines
        text = CSVText(isForTerminal: isForTerminal)
        needsHeader = hasHeader
    }

    mutating func page(_ rows: [Row]) -> [UInt8] {
        var bytes = header()
        for row in rows {
            for line in lines.cells(row) { text.append(line, to: &bytes) }
        }
        return bytes
    }

    mutating func end() -> [UInt8] { header() }

    private mutating func header() -> [UInt8] {
        var bytes: [UInt8] = []
        if needsHeader { text.append(lines.names, to: &bytes) }
        needsHeader = false
        return bytes
    }
}

/// Writes values as records of CSV.
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
