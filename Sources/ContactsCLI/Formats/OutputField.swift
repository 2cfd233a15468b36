import Primitives
import Repository

/// A thing of a contact that can be asked for by name, as a column or as a key.
enum OutputField: String, CaseIterable, Sendable {
    case id
    case name
    case first
    case middle
    case last
    case suffix
    case gender
    case email
    case phone
    case cell
    case birthday
    case address
    case street
    case city
    case state
    case postcode
    case country
    case nationality
    case picture
    case registered
    case edited
    case emails
    case phones
    case addresses
    case organization
    case units
    case jobTitle
    case role
    case note
    case uid
    case nickname
    case urls
    case anniversary
    case categories
    case favorite
    case photo
    case lines

    /// What a format writes that has all of a contact: everything but the parts of what is there as a whole.
    static let everything = allCases.filter { !parts.contains($0) }

    private static let parts: Set<OutputField> = [
        .first, .middle, .last, .suffix, .street, .city, .state, .postcode, .country,
    ]

    /// Other names of the same things.
    private static let aliases: [String: OutputField] = [
        "firstname": .first, "name.first": .first, "givenname": .first, "lastname": .last, "name.last": .last,
        "familyname": .last, "surname": .last, "name.middle": .middle, "name.suffix": .suffix, "fn": .name,
        "fullname": .name, "formattedname": .name, "mail": .email, "tel": .phone, "mobile": .cell, "bday": .birthday,
        "address.street": .street, "address.city": .city, "address.state": .state, "address.postcode": .postcode,
        "address.country": .country, "zip": .postcode, "nat": .nationality, "phonenumbers": .phones,
        "org": .organization, "organisation": .organization, "company": .organization, "title": .jobTitle,
        "job": .jobTitle, "notes": .note, "url": .urls, "category": .categories, "group": .categories,
        "groups": .categories, "favourite": .favorite, "postaddresses": .addresses,
    ]

    /// The names that can be typed.
    static var names: [String] { allCases.map(\.rawValue) }

    /// The field of the name, without regard to case, `-` and `_`.
    init?(named name: String) {
        let key = Self.key(name)
        guard let field = Self.allCases.first(where: { Self.key($0.rawValue) == key }) ?? Self.aliases[key] else {
            return nil
        }
        self = field
    }

    private static func key(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    /// The known name that is nearest to what was typed; `nil` when none is near.
    static func suggestion(for name: String) -> String? {
        NearestName.find(key(name), in: names + aliases.keys.sorted())
            .flatMap { OutputField(named: $0)?.rawValue }
    }
}

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

/// What a field of a contact holds, as a tree that every format can write.
indirect enum OutputValue: Equatable, Sendable {
    case unknown
    case text(String)
    case flag(Bool)
    case number(Int)
    case list([OutputValue])
    case object([(key: String, value: OutputValue)])

    init(_ text: String?) {
        self = text.map(OutputValue.text) ?? .unknown
    }

    init(_ texts: [String]) {
        self = .list(texts.map(OutputValue.text))
    }

    init(_ values: [ContactValue]) {
        self = .list(values.map { Self.value(.text($0.value), types: $0.types, isPreferred: $0.isPreferred) })
    }

    init(_ addresses: [ContactAddress]) {
        self = .list(
            addresses.map { Self.value(OutputValue($0.address), types: $0.types, isPreferred: $0.isPreferred) }
        )
    }

    init(_ address: PostalAddress) {
        self = Self.texts([
            ("street", address.street), ("city", address.city), ("state", address.state),
            ("postcode", address.postcode), ("country", address.country), ("poBox", address.poBox),
            ("extended", address.extended),
        ])
    }

    init(_ name: PersonName) {
        self = Self.texts([
            ("title", name.title), ("first", name.first), ("last", name.last), ("middle", name.middle),
            ("suffix", name.suffix), ("formatted", name.formatted),
        ])
    }

    init(_ picture: PictureLinks) {
        self = Self.texts([("large", picture.large), ("medium", picture.medium), ("thumbnail", picture.thumbnail)])
    }

    init(_ photo: ContactPhoto?) {
        switch photo {
        case nil: self = .unknown
        case .uri(let uri): self = Self.texts([("uri", uri)])
        case .data(let mediaType, let base64): self = Self.texts([("mediaType", mediaType), ("data", base64)])
        }
    }

    static func == (left: OutputValue, right: OutputValue) -> Bool {
        switch (left, right) {
        case (.unknown, .unknown): true
        case (.text(let left), .text(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)): left.elementsEqual(right) { $0 == $1 }
        default: false
        }
    }

    private static func texts(_ members: [(String, String?)]) -> OutputValue {
        .object(members.map { ($0.0, OutputValue($0.1)) })
    }

    private static func value(_ value: OutputValue, types: [String], isPreferred: Bool) -> OutputValue {
        .object([("value", value), ("types", OutputValue(types)), ("preferred", .flag(isPreferred))])
    }
}
