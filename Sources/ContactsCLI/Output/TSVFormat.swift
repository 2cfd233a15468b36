import Repository

/// One contact a line, the values separated by tabs: no header, nothing cut, nothing for what is unknown.
///
/// Tabs and line breaks inside a value become blanks, so that a line is always one contact and always has ten values.
struct TSVFormat: ContactFormat {
    /// The columns in their order, as the help names them; new ones are only ever added at the end.
    static let columns = [
        "id", "first", "last", "email", "phone", "cell", "birthday", "city", "country", "nationality",
    ]

    /// Whether to replace what a terminal could take as an order.
    let isForTerminal: Bool

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(contacts.count * 192)
        for contact in contacts {
            append(contact.id.rawValue, end: "\t", to: &bytes)
            append(contact.name.first, end: "\t", to: &bytes)
            append(contact.name.last, end: "\t", to: &bytes)
            append(contact.email, end: "\t", to: &bytes)
            append(contact.phone, end: "\t", to: &bytes)
            append(contact.cell, end: "\t", to: &bytes)
            append(contact.birthday, end: "\t", to: &bytes)
            append(contact.address.city, end: "\t", to: &bytes)
            append(contact.address.country, end: "\t", to: &bytes)
            append(contact.nationality, end: "\n", to: &bytes)
        }
        return bytes
    }

    mutating func end() -> [UInt8] { [] }

    private func append(_ value: String?, end: Unicode.Scalar, to bytes: inout [UInt8]) {
        if let value {
            for byte in (isForTerminal ? TerminalText.sanitized(value) : value).utf8 {
                switch byte {
                case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes.append(UInt8(ascii: " "))
                default: bytes.append(byte)
                }
            }
        }
        bytes.append(UInt8(ascii: end))
    }
}
