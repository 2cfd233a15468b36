import Repository

/// A kind of values that a contact can have several of.
enum ContactValueKind: Equatable, Sendable {
    case email
    case phone
    case address

    /// The title of a column with such values.
    var title: String {
        switch self {
        case .email: "E-MAIL"
        case .phone: "PHONE"
        case .address: "ADDRESS"
        }
    }

    /// One of them, in a sentence.
    var article: String {
        switch self {
        case .email: "an e-mail address"
        case .phone: "a telephone number"
        case .address: "a postal address"
        }
    }

    /// All values of the contact, the preferred one first.
    func values(of contact: Contact) -> [NamedValue] {
        let values =
            switch self {
            case .email: contact.emails
            case .phone: contact.phones
            case .address:
                contact.addresses.map {
                    ContactValue(AddressText.line(of: $0.address), types: $0.types, isPreferred: $0.isPreferred)
                }
            }
        let known = values.filter { !$0.value.allSatisfy(\.isWhitespace) }
        return (known.filter(\.isPreferred) + known.filter { !$0.isPreferred }).map {
            NamedValue(id: contact.id, name: ContactDetails.fullName(of: contact, withTitle: false), value: $0)
        }
    }
}
