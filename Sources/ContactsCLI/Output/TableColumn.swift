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

    /// The columns in the order in which a narrow terminal goes without them; the others always stay.
    static let expendable: [TableColumn] = [.country, .city, .birthday, .phone]

    /// The title above the column.
    var title: String { rawValue }

    /// How narrow the column may become before another is left out.
    var narrowest: Int {
        switch self {
        case .id: 8
        case .name: 14
        case .email: 20
        case .phone: 13
        case .birthday: 10
        case .city, .country: 7
        }
    }

    /// The contact's text in this column, harmless for a terminal.
    func text(of contact: Contact) -> String {
        switch self {
        case .id: TerminalText.sanitized(String(contact.id.rawValue.prefix(8)))
        case .name: TerminalText.sanitized(ContactDetails.fullName(of: contact, withTitle: false))
        case .email: TerminalText.sanitized(contact.email ?? "")
        case .phone: TerminalText.sanitized(contact.phone ?? contact.cell ?? "")
        case .birthday: TerminalText.sanitized(contact.birthday ?? "")
        case .city: TerminalText.sanitized(contact.address.city ?? "")
        case .country: TerminalText.sanitized(contact.address.country ?? "")
        }
    }
}
