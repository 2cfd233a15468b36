import Repository

/// One contact a line, the values separated by tabs: no header, nothing cut, nothing for what is unknown.
///
/// Tabs and line breaks inside a value become blanks, so that a line is always one contact and always has ten values.
struct TSVFormat: ContactFormat {
    /// The columns in their order, as the help names them; new ones are only ever added at the end.
    static let columns = ListFormat.columns.map(\.rawValue)

    /// Whether to replace what a terminal could take as an order.
    let isForTerminal: Bool

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(contacts.count * 192)
        let text = TSVText(isForTerminal: isForTerminal)
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
            text.append(contact.nationality, end: "\n", to: &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] { [] }
}

/// The fields that were asked for with tabs between them, a contact a line.
struct FieldLinesFormat: ContactFormat {
    private let fields: [OutputField]
    private let text: TSVText
    private var needsHeader: Bool

    init(_ fields: [OutputField], hasHeader: Bool, isForTerminal: Bool) {
        self.fields = fields
        text = TSVText(isForTerminal: isForTerminal)
        needsHeader = hasHeader
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes = header()
        for contact in contacts {
            text.append(fields.map { $0.text(of: contact) }, to: &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] { header() }

    private mutating func header() -> [UInt8] {
        var bytes: [UInt8] = []
        if needsHeader { text.append(fields.map(\.rawValue), to: &bytes) }
        needsHeader = false
        return bytes
    }
}

/// Writes values as lines with tabs: nothing cut, nothing for what is unknown.
///
/// Tabs and line breaks inside a value become blanks, so that a line is always one record.
struct TSVText: Sendable {
    /// Whether to replace what a terminal could take as an order.
    let isForTerminal: Bool

    /// Adds a line with the values.
    func append(_ values: [String], to bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            append(value, end: index == values.count - 1 ? "\n" : "\t", to: &bytes)
        }
    }

    /// Adds a value and what comes after it.
    func append(_ value: String?, end: Unicode.Scalar, to bytes: inout [UInt8]) {
        if let value {
            var text = isForTerminal ? TerminalText.sanitized(value) : value
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

/// Identifiers with a zero byte behind each, which no identifier has in it.
struct IdentifierFormat: ContactFormat {
    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        contacts.flatMap { Array($0.id.rawValue.utf8) + [0] }
    }

    mutating func end() -> [UInt8] { [] }
}
