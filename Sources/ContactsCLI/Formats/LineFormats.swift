import Exchange
import Repository
import TerminalUI

/// Rows as lines of values, below a line with the names of the columns if there is one.
///
/// In TSV, tabs and line breaks inside a value become blanks, so that a line is always one record. Characters that a
/// terminal could obey are replaced there also where the output is a pipe, since `cut` and `awk` hand them on to a
/// terminal.
struct LineWriter<Row>: ReportWriter {
    enum Form {
        /// Tabs between the values; raw values keep what a terminal could obey.
        case tsv(isRaw: Bool)
        /// RFC 4180.
        case csv(isForTerminal: Bool)
    }

    let form: Form
    let lines: Report<Row>.Lines
    let hasHeader: Bool
    private(set) var isBegun = false

    mutating func page(_ rows: [Row]) -> [UInt8] {
        var bytes = end()
        for row in rows {
            for line in lines.cells(row) { append(line, to: &bytes) }
        }
        return bytes
    }

    mutating func end() -> [UInt8] {
        var bytes: [UInt8] = []
        if hasHeader, !isBegun { append(lines.names, to: &bytes) }
        isBegun = true
        return bytes
    }

    private func append(_ values: [String?], to bytes: inout [UInt8]) {
        switch form {
        case .tsv(let isRaw):
            // Below a header, each line has all columns.
            for (index, value) in values.compactMap({ $0 ?? (hasHeader ? "" : nil) }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: "\t")) }
                let text = isRaw ? value : TerminalText.sanitized(value)
                bytes += text.utf8.lazy.map { Self.separates($0) ? UInt8(ascii: " ") : $0 }
            }
            bytes.append(UInt8(ascii: "\n"))
        case .csv(let isForTerminal):
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                guard let value else { continue }
                let shown = isForTerminal ? TerminalText.sanitized(value) : value
                CSVValue.append(shown, quoting: [UInt8(ascii: ",")], to: &bytes)
            }
            bytes += "\r\n".utf8
        }
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
