import Repository

/// A column of the table of contacts.
enum TableColumn: String, CaseIterable, Sendable {
    case id = "ID"
    case name = "NAME"
    case email = "E-MAIL"
    case phone = "PHONE"
    case birthday = "BIRTHDAY"
    case city = "CITY"
    case country = "COUNTRY"

    /// How the column behaves on a narrow terminal.
    var column: TextTable.Column {
        switch self {
        case .id: TextTable.Column(rawValue, narrowest: 8, style: .faint)
        case .name: TextTable.Column(rawValue, narrowest: 14)
        case .email: TextTable.Column(rawValue, narrowest: 20)
        case .phone: TextTable.Column(rawValue, narrowest: 13, turnToLeave: 4)
        case .birthday: TextTable.Column(rawValue, narrowest: 10, turnToLeave: 3)
        case .city: TextTable.Column(rawValue, narrowest: 7, turnToLeave: 2)
        case .country: TextTable.Column(rawValue, narrowest: 7, turnToLeave: 1)
        }
    }

    /// The contact's text in this column.
    func text(of contact: Contact) -> String {
        switch self {
        case .id: String(contact.id.rawValue.prefix(8))
        case .name: ContactDetails.fullName(of: contact, withTitle: false)
        case .email: contact.email ?? ""
        case .phone: contact.phone ?? contact.cell ?? ""
        case .birthday: contact.birthday ?? ""
        case .city: contact.address.city ?? ""
        case .country: contact.address.country ?? ""
        }
    }
}
