import Repository

/// Contacts as YAML: a sequence with a mapping for each, or one mapping alone; text is in quotation marks where it must be.
struct YAMLFormat: ContactFormat {
    private let fields: [OutputField]
    /// YAML allows no control characters in text either.
    private let text = JSONText(isForTerminal: true)
    private var isFirst = true

    init(_ fields: [OutputField]) {
        self.fields = fields
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        for contact in contacts {
            isFirst = false
            bytes += "- ".utf8
            appendMembers(members(of: contact), indent: 1, isBegun: true, to: &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] { isFirst ? Array("[]\n".utf8) : [] }

    /// One contact alone.
    func mapping(_ contact: Contact) -> [UInt8] {
        var bytes: [UInt8] = []
        appendMembers(members(of: contact), indent: 0, isBegun: false, to: &bytes)
        return bytes
    }

    private func members(of contact: Contact) -> [(key: String, value: OutputValue)] {
        fields.map { ($0.rawValue, $0.value(of: contact)) }
    }

    /// Adds the lines of a mapping; the indentation of the first is there when the mapping has begun behind a dash.
    private func appendMembers(
        _ members: [(key: String, value: OutputValue)],
        indent: Int,
        isBegun: Bool,
        to bytes: inout [UInt8]
    ) {
        for (index, member) in members.enumerated() {
            if index > 0 || !isBegun { appendIndent(indent, to: &bytes) }
            bytes += "\(member.key):".utf8
            append(member.value, indent: indent, to: &bytes)
        }
    }

    /// Adds what stands behind a colon, up to the end of its last line.
    private func append(_ value: OutputValue, indent: Int, to bytes: inout [UInt8]) {
        switch value {
        case .unknown: bytes += " null\n".utf8
        case .flag(let isSo): bytes += (isSo ? " true\n" : " false\n").utf8
        case .number(let number): bytes += " \(number)\n".utf8
        case .text(let value):
            bytes.append(UInt8(ascii: " "))
            appendScalar(value, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .list(let values) where values.isEmpty: bytes += " []\n".utf8
        case .list(let values):
            bytes.append(UInt8(ascii: "\n"))
            for value in values {
                appendIndent(indent + 1, to: &bytes)
                bytes += "-".utf8
                if case .object(let members) = value {
                    bytes.append(UInt8(ascii: " "))
                    appendMembers(members, indent: indent + 2, isBegun: true, to: &bytes)
                } else {
                    append(value, indent: indent + 1, to: &bytes)
                }
            }
        case .object(let members):
            bytes.append(UInt8(ascii: "\n"))
            appendMembers(members, indent: indent + 1, isBegun: false, to: &bytes)
        }
    }

    private func appendIndent(_ indent: Int, to bytes: inout [UInt8]) {
        bytes += repeatElement(UInt8(ascii: " "), count: indent * 2)
    }

    /// Letters and single blanks stay as they are, unless YAML would take them for something else than text; all other
    /// text is written as in JSON, which is YAML too.
    private func appendScalar(_ value: String, to bytes: inout [UInt8]) {
        let isPlain =
            value.first?.isLetter == true && value.last?.isLetter == true
            && value.allSatisfy { $0.isLetter || $0 == " " }
            && value.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " }
            && !Self.words.contains(value.lowercased())
        if isPlain { bytes += value.utf8 } else { text.append(value, to: &bytes) }
    }

    /// What some readers take for a truth value, nothing or a number.
    private static let words: Set<String> = [
        "y", "n", "yes", "no", "true", "false", "on", "off", "null", "nan", "inf", "infinity",
    ]
}
