import Repository

/// The fields that were asked for as JSON: an array with a contact a line, or a line for each and nothing around.
struct FieldJSONFormat: ContactFormat {
    private let fields: [OutputField]
    private let isArray: Bool
    private let text: JSONText
    private var isFirst = true

    init(_ fields: [OutputField], isArray: Bool, isForTerminal: Bool) {
        self.fields = fields
        self.isArray = isArray
        text = JSONText(isForTerminal: isForTerminal)
    }

    /// One contact alone.
    func object(_ contact: Contact) -> [UInt8] {
        var bytes: [UInt8] = []
        append(contact, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        for contact in contacts {
            if isArray { bytes += isFirst ? "[\n".utf8 : ",\n".utf8 }
            isFirst = false
            append(contact, to: &bytes)
            if !isArray { bytes.append(UInt8(ascii: "\n")) }
        }
        return bytes
    }

    mutating func end() -> [UInt8] {
        isArray ? Array((isFirst ? "[]\n" : "\n]\n").utf8) : []
    }

    private func append(_ contact: Contact, to bytes: inout [UInt8]) {
        text.append(.object(fields.map { ($0.rawValue, $0.value(of: contact)) }), to: &bytes)
    }
}

extension JSONText {
    /// Adds a value of a contact.
    func append(_ value: OutputValue, to bytes: inout [UInt8]) {
        switch value {
        case .unknown: bytes += "null".utf8
        case .text(let text): append(text, to: &bytes)
        case .flag(let isSo): bytes += (isSo ? "true" : "false").utf8
        case .number(let number): bytes += String(number).utf8
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(member.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
