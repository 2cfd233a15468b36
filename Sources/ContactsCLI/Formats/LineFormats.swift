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
