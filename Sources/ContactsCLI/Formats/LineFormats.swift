import Exchange
import TerminalUI

/// A line-based format for rows of values.
///
/// In TSV, tabs and line breaks inside a value become blanks, so that each line is one record. Terminal control
/// characters are replaced even if the output is a pipe, because `cut` and `awk` pass them on to a terminal.
enum LineForm {
    /// Tab-separated values; raw values keep terminal control characters.
    case tsv(isRaw: Bool)
    /// RFC 4180.
    case csv(isForTerminal: Bool)

    /// Returns a writer that starts with the column names if there is a header.
    func writer<Row>(of lines: Report<Row>.Table, hasHeader: Bool) -> FramedWriter<Row> {
        var header: [UInt8] = []
        if hasHeader { append(lines.names, hasHeader, to: &header) }
        let names = String(decoding: header, as: UTF8.self)
        return FramedWriter(open: names, empty: names) { row, bytes in
            for line in lines.cells(row) { append(line, hasHeader, to: &bytes) }
        }
    }

    private func append(_ values: [String?], _ hasHeader: Bool, to bytes: inout [UInt8]) {
        switch self {
        case .tsv(let isRaw):
            // Below a header, every line has all columns.
            for (index, value) in values.compactMap({ $0 ?? (hasHeader ? "" : nil) }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: "\t")) }
                let text = isRaw ? value : TerminalText.sanitized(value)
                bytes += text.utf8.lazy.map { (0x09...0x0A).contains($0) || $0 == 0x0D ? UInt8(ascii: " ") : $0 }
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
}
