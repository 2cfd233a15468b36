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
        Spelling.nearest(to: key(name), among: names + aliases.keys.sorted())
            .flatMap { OutputField(named: $0)?.rawValue }
    }
}
