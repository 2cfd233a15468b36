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
