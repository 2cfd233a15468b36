/// The things of a contact that a query can name.
public enum ContactField: String, CaseIterable, Codable, Sendable {
    /// All parts of the name, and the nickname.
    case name
    /// The given name.
    case first
    /// The family name.
    case last
    /// The nickname.
    case nickname
    /// The e-mail addresses.
    case email
    /// The telephone numbers, mobile ones too.
    case phone
    /// The mobile numbers.
    case cell
    /// The postal addresses as a whole.
    case address
    /// The streets.
    case street
    /// The cities.
    case city
    /// The states, cantons, counties or provinces.
    case state
    /// The postcodes.
    case postcode
    /// The countries.
    case country
    /// The nationality, as two letters.
    case nat
    /// The gender.
    case gender
    /// The day of birth.
    case birthday
    /// The anniversary.
    case anniversary
    /// The organization and its units.
    case organization
    /// The position in the organization.
    case title
    /// What the person does.
    case role
    /// The note.
    case note
    /// The web addresses.
    case url
    /// The groups that the contact is in.
    case category
    /// Whether the contact is a favourite.
    case favorite
    /// Whether something was changed here.
    case edited
    /// Where the contact is from.
    case source
    /// The identifier in this store.
    case id
    /// The identifier that came with an imported contact.
    case uid

    /// Other names of the same things.
    package static let aliases: [String: ContactField] = [
        "first_name": .first, "firstname": .first, "given": .first, "last_name": .last, "lastname": .last,
        "family": .last, "surname": .last, "formatted_name": .name, "fn": .name, "n": .name, "nick": .nickname,
        "nicknames": .nickname, "emails": .email, "mail": .email, "phones": .phone, "phone_numbers": .phone,
        "tel": .phone, "mobile": .cell, "addresses": .address, "adr": .address, "post": .address, "zip": .postcode,
        "postal_code": .postcode, "nationality": .nat, "sex": .gender, "bday": .birthday, "born": .birthday,
        "org": .organization, "organisation": .organization, "company": .organization, "job": .title,
        "job_title": .title, "notes": .note, "urls": .url, "web": .url, "webpage": .url, "categories": .category,
        "group": .category, "groups": .category, "favourite": .favorite, "starred": .favorite, "origin": .source,
    ]

    /// The field of the name, without regard to case; blanks in a name are typed as `_` or `-`.
    init?(named name: String) {
        let name = name.lowercased().replacing("-", with: "_")
        guard let field = ContactField(rawValue: name) ?? Self.aliases[name] else { return nil }
        self = field
    }
}

extension ContactField {
    /// The texts of the contact that a term in this field is compared with.
    func texts(of contact: Contact) -> [String] {
        switch self {
        case .name: return Self.names(of: contact.name) + Self.some(contact.nickname)
        case .first: return Self.some(contact.name.first)
        case .last: return Self.some(contact.name.last)
        case .nickname: return Self.some(contact.nickname)
        case .email: return contact.emails.map(\.value)
        case .phone: return contact.phones.map(\.value)
        case .cell: return contact.phones.filter { $0.types.contains("cell") }.map(\.value)
        case .address: return contact.addresses.map { Self.parts(of: $0.address).joined(separator: " ") }
        case .street: return contact.addresses.compactMap(\.address.street)
        case .city: return contact.addresses.compactMap(\.address.city)
        case .state: return contact.addresses.compactMap(\.address.state)
        case .postcode: return contact.addresses.compactMap(\.address.postcode)
        case .country: return contact.addresses.compactMap(\.address.country)
        case .nat: return Self.some(contact.nationality)
        case .gender: return Self.some(contact.gender)
        case .birthday: return Self.some(contact.birthday)
        case .anniversary: return Self.some(contact.anniversary)
        case .organization: return Self.organization(of: contact)
        case .title: return Self.some(contact.jobTitle)
        case .role: return Self.some(contact.role)
        case .note: return Self.some(contact.note)
        case .url: return contact.urls
        case .category: return contact.categories
        case .id: return [contact.id.rawValue]
        case .uid: return Self.identifiers(of: contact)
        case .favorite, .edited, .source: return []
        }
    }

    /// The text of the contact that is searched when no field is named, in an order in which phrases are found.
    static func allTexts(of contact: Contact) -> [String] {
        var texts: [String] = []
        forEachText(of: contact) { texts.append($0) }
        return texts
    }

    /// Gives each of ``allTexts(of:)``, in that order.
    static func forEachText(of contact: Contact, _ body: (String) -> Void) {
        func give(_ text: String?) {
            if let text { body(text) }
        }
        names(of: contact.name).forEach(body)
        give(contact.nickname)
        for email in contact.emails { body(email.value) }
        for phone in contact.phones { body(phone.value) }
        for address in contact.addresses {
            for part in Self.inSearchOrder { give(address.address[part]) }
        }
        organization(of: contact).forEach(body)
        give(contact.jobTitle)
        give(contact.role)
        contact.categories.forEach(body)
        contact.urls.forEach(body)
        give(contact.note)
    }

    /// What the contact says about something that is so or not.
    func flag(of contact: Contact) -> Bool {
        switch self {
        case .edited: contact.isEdited
        case .favorite: contact.isFavorite
        case .source: contact.origin == .source
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

    /// The name as it is written, and as somebody else wrote it.
    private static func names(of name: PersonName) -> [String] {
        let parts = [name.first, name.middle, name.last, name.suffix].compactMap { $0 }
        return (parts.isEmpty ? [] : [parts.joined(separator: " ")]) + some(name.formatted)
    }

    private static func parts(of address: PostalAddress) -> [String] {
        inSearchOrder.compactMap { address[$0] }
    }

    private static let inSearchOrder: [AddressPart] = [
        .poBox, .extended, .street, .city, .state, .postcode, .country,
    ]

    private static func organization(of contact: Contact) -> [String] {
        let parts = some(contact.organization) + contact.organizationUnits
        return parts.isEmpty ? [] : [parts.joined(separator: " ")]
    }

    /// What came with the contact, else what it is exported with; each with and without the scheme.
    private static func identifiers(of contact: Contact) -> [String] {
        let scheme = "urn:uuid:"
        let uid = contact.uid ?? scheme + contact.id.rawValue
        let hasScheme = uid.lowercased().utf8.starts(with: scheme.utf8)
        return [uid] + (hasScheme ? [String(uid.dropFirst(scheme.count))] : [])
    }

    private static func some(_ text: String?) -> [String] { text.map { [$0] } ?? [] }
}
