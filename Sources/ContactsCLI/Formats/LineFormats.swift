import Exchange
import Repository
import TerminalUI

/// The default lines of contacts: eleven values with tabs between them, one contact per line, no header.
///
/// The same lines as those of ``TSVWriter``, without the closures in between: a list of 100,000 contacts is faster.
struct TSVFormat: ReportWriter {
    /// The names of the columns, in their order; new ones are only ever added at the end.
    static let columns = ListFormat.columns.map(\.rawValue)

    /// Whether characters that a terminal could obey stay as they are.
    var isRaw = false

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(contacts.count * 192)
        let text = TSVText(isRaw: isRaw)
        for contact in contacts {
            text.append(contact.id.rawValue, end: "\t", to: &bytes)
            text.append(contact.name.first, end: "\t", to: &bytes)
            text.append(contact.name.last, end: "\t", to: &bytes)
            text.append(contact.email, end: "\t", to: &bytes)
            text.append(contact.phone, end: "\t", to: &bytes)
            text.append(contact.cell, end: "\t", to: &bytes)
            text.append(contact.birthday, end: "\t", to: &bytes)
            text.append(contact.address.city, end: "\t", to: &bytes)
            text.append(contact.address.country, end: "\t", to: &bytes)
            text.append(contact.nationality, end: "\t", to: &bytes)
            text.append(contact.displayName, end: "\n", to: &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] { [] }
}

/// Rows as lines with tabs between the values.
struct TSVWriter<Row>: ReportWriter {
    private let lines: Report<Row>.Lines
    private let text: TSVText
    private let isComplete: Bool
    private var needsHeader: Bool

    init(_ lines: Report<Row>.Lines, hasHeader: Bool, isRaw: Bool = false) {
        self.lines = lines
        text = TSVText(isRaw: isRaw)
        isComplete = hasHeader
        needsHeader = hasHeader
    }

    mutating func page(_ rows: [Row]) -> [UInt8] {
        var bytes = header()
        for row in rows {
            for line in lines.cells(row) {
                // Below a header, each line has all columns.
                text.append(line.compactMap { $0 ?? (isComplete ? "" : nil) }, to: &bytes)
            }
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

/// Writes values as lines with tabs between them; an unknown value is empty.
///
/// Tabs and line breaks inside a value become blanks, so that a line is always one record. Characters that a terminal could
/// obey are replaced also where the output is a pipe, since `cut` and `awk` hand them on to a terminal.
struct TSVText: Sendable {
    /// Whether characters that a terminal could obey stay as they are.
    var isRaw = false

    /// Adds a line with the values.
    func append(_ values: [String], to bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            append(value, end: index == values.count - 1 ? "\n" : "\t", to: &bytes)
        }
    }

    /// Adds a value and the character after it.
    func append(_ value: String?, end: Unicode.Scalar, to bytes: inout [UInt8]) {
        if let value {
            var text = isRaw ? value : TerminalText.sanitized(value)
            let start = bytes.count
            text.withUTF8 { bytes.append(contentsOf: $0) }
            for index in start..<bytes.count where Self.separates(bytes[index]) {
                bytes[index] = UInt8(ascii: " ")
            }
        }
        bytes.append(UInt8(ascii: end))
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
