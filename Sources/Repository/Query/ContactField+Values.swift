extension ContactField {
    /// The texts of the contact that a term in this field is compared with.
    func texts(of contact: Contact) -> [String] {
        let (name, address) = (contact.name, contact.address)
        let found: [String?] =
            switch self {
            case .name: [Self.joined([name.first, name.last])]
            case .first: [name.first]
            case .last: [name.last]
            case .email: [contact.email]
            case .phone: [contact.phone, contact.cell]
            case .cell: [contact.cell]
            case .address:
                [Self.joined([address.street, address.city, address.state, address.postcode, address.country])]
            case .street: [address.street]
            case .city: [address.city]
            case .state: [address.state]
            case .postcode: [address.postcode]
            case .country: [address.country]
            case .nat: [contact.nationality]
            case .gender: [contact.gender]
            case .birthday: [contact.birthday]
            case .id: [contact.id.rawValue]
            case .uid: [contact.id.rawValue, "urn:uuid:" + contact.id.rawValue]
            default: []
            }
        return found.compactMap { $0 }
    }

    /// What the contact says about something that is so or not.
    func flag(of contact: Contact) -> Bool {
        switch self {
        case .edited: contact.isEdited
        default: false
        }
    }

    /// Whether the search index has all words of the field.
    var isIndexed: Bool {
        switch self {
        case .nat, .gender, .birthday, .anniversary, .favorite, .edited, .source, .id, .uid: false
        default: true
        }
    }

    private static func joined(_ parts: [String?]) -> String? {
        let parts = parts.compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
