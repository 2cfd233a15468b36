import Repository

/// Fields with commas between them as RFC 4180 has it, a contact a record, the names of the fields in the first.
struct CSVFormat: ContactFormat {
    private let fields: [OutputField]
    private let isForTerminal: Bool
    private var needsHeader: Bool

    init(_ fields: [OutputField], hasHeader: Bool, isForTerminal: Bool) {
        self.fields = fields
        self.isForTerminal = isForTerminal
        needsHeader = hasHeader
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes = header()
        for contact in contacts {
            append(fields.map { $0.text(of: contact) }, to: &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] { header() }

    private mutating func header() -> [UInt8] {
        var bytes: [UInt8] = []
        if needsHeader { append(fields.map(\.rawValue), to: &bytes) }
        needsHeader = false
        return bytes
    }

    private func append(_ values: [String], to bytes: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(isForTerminal ? TerminalText.sanitized(value) : value, to: &bytes)
        }
        bytes += "\r\n".utf8
    }

    private func append(_ value: String, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let needsQuotes = value.utf8.contains { byte in
            byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        }
        // Blanks at the ends would be lost on some readers.
        guard needsQuotes || value.first?.isWhitespace == true || value.last?.isWhitespace == true else {
            bytes += value.utf8
            return
        }
        bytes.append(quote)
        for byte in value.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }
}
