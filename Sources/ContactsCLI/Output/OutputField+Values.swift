import Repository

extension OutputField {
    /// What the contact has there.
    func value(of contact: Contact) -> OutputValue {
        switch self {
        case .id: .text(contact.id.rawValue)
        case .name: OutputValue(contact.name)
        case .first: OutputValue(contact.name.first)
        case .middle: OutputValue(contact.name.middle)
        case .last: OutputValue(contact.name.last)
        case .suffix: OutputValue(contact.name.suffix)
        case .gender: OutputValue(contact.gender)
        case .email: OutputValue(contact.email)
        case .phone: OutputValue(contact.phone)
        case .cell: OutputValue(contact.cell)
        case .birthday: OutputValue(contact.birthday)
        case .address: OutputValue(contact.address)
        case .street: OutputValue(contact.address.street)
        case .city: OutputValue(contact.address.city)
        case .state: OutputValue(contact.address.state)
        case .postcode: OutputValue(contact.address.postcode)
        case .country: OutputValue(contact.address.country)
        case .nationality: OutputValue(contact.nationality)
        case .picture: OutputValue(contact.picture)
        case .registered: OutputValue(contact.registered)
        case .edited: .flag(contact.isEdited)
        case .emails: OutputValue(contact.emails)
        case .phones: OutputValue(contact.phones)
        case .addresses: OutputValue(contact.addresses)
        case .organization: OutputValue(contact.organization)
        case .units: OutputValue(contact.organizationUnits)
        case .jobTitle: OutputValue(contact.jobTitle)
        case .role: OutputValue(contact.role)
        case .note: OutputValue(contact.note)
        case .uid: OutputValue(contact.uid)
        case .nickname: OutputValue(contact.nickname)
        case .urls: OutputValue(contact.urls)
        case .anniversary: OutputValue(contact.anniversary)
        case .categories: OutputValue(contact.categories)
        case .favorite: .flag(contact.isFavorite)
        case .photo: OutputValue(contact.photo)
        case .lines: OutputValue(contact.lines)
        }
    }

    /// What the contact has there as one text, several things with `separator` between them; empty when nothing is known.
    func text(of contact: Contact, separator: String = "; ") -> String {
        switch self {
        case .name: return ContactDetails.fullName(of: contact, withTitle: false)
        case .address: return AddressText.line(of: contact.address)
        case .addresses: return contact.addresses.map { AddressText.line(of: $0.address) }.joined(separator: separator)
        case .emails: return contact.emails.map(\.value).joined(separator: separator)
        case .phones: return contact.phones.map(\.value).joined(separator: separator)
        case .picture: return contact.picture.large ?? contact.picture.medium ?? contact.picture.thumbnail ?? ""
        case .photo:
            return switch contact.photo {
            case nil: ""
            case .uri(let uri): uri
            case .data(let mediaType, _): mediaType ?? ""
            }
        default: return Self.text(value(of: contact), separator)
        }
    }

    private static func text(_ value: OutputValue, _ separator: String) -> String {
        switch value {
        case .unknown, .object: ""
        case .text(let text): text
        case .flag(let isSo): isSo ? "yes" : "no"
        case .number(let number): String(number)
        case .list(let values): values.map { text($0, separator) }.joined(separator: separator)
        }
    }
}
