/// A field of a contact that can be kept here in place of what the source says; its number never changes its meaning
/// within a process, its name is what is stored.
struct CardField: Sendable {
    /// How a field is read, compared and written.
    enum Kind: Sendable {
        case text(Text)
        case texts(Texts)
        case values(Values)
        case addresses
        case photo
        case favorite
    }

    /// The name in stored JSON.
    let name: String
    let kind: Kind
    /// Whether the field is the user's own mark, about which no source says anything.
    let isMark: Bool

    private init(_ name: String, _ kind: Kind, isMark: Bool = false) {
        self.name = name
        self.kind = kind
        self.isMark = isMark
    }

    /// All fields, `phone` and `cell` after `phones`: they stand for one number among those of the source.
    static let all: [CardField] = [
        CardField("title", .text(.title)), CardField("first", .text(.first)), CardField("middle", .text(.middle)),
        CardField("last", .text(.last)), CardField("suffix", .text(.suffix)),
        CardField("formatted", .text(.formatted)), CardField("nickname", .text(.nickname)),
        CardField("gender", .text(.gender)), CardField("emails", .values(.emails)),
        CardField("phones", .values(.phones)), CardField("phone", .text(.phone)), CardField("cell", .text(.cell)),
        CardField("addresses", .addresses), CardField("birthday", .text(.birthday)),
        CardField("anniversary", .text(.anniversary)), CardField("organization", .text(.organization)),
        CardField("units", .texts(.units)), CardField("jobTitle", .text(.jobTitle)), CardField("role", .text(.role)),
        CardField("note", .text(.note)), CardField("urls", .texts(.urls)),
        CardField("categories", .texts(.categories), isMark: true), CardField("favorite", .favorite, isMark: true),
        CardField("photo", .photo), CardField("nationality", .text(.nationality)),
        CardField("pictureLarge", .text(.pictureLarge)), CardField("pictureMedium", .text(.pictureMedium)),
        CardField("pictureThumbnail", .text(.pictureThumbnail)), CardField("registered", .text(.registered)),
        CardField("uid", .text(.uid)), CardField("lines", .texts(.lines)),
    ]

    /// The places of the fields by their names.
    static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

    static let phones = place("phones")
    static let phone = place("phone")
    static let cell = place("cell")
    /// The parts of a name, which belong together.
    static let nameParts = ["title", "first", "middle", "last", "suffix", "formatted"].map(place)

    private static func place(_ name: String) -> Int {
        guard let place = places[name] else { preconditionFailure("“\(name)” is no field of a card.") }
        return place
    }

    /// Whether both contacts say the same; an empty text is none.
    func isEqual(_ left: Contact, _ right: Contact) -> Bool {
        switch kind {
        case .text(let field):
            let (left, right) = (left[field], right[field])
            return left == right || (left ?? "") == (right ?? "")
        case .texts(let field): return left[field] == right[field]
        case .values(let field):
            let (left, right) = (left[field], right[field])
            return left == right || left.filter { !$0.value.isEmpty } == right.filter { !$0.value.isEmpty }
        case .addresses: return left.addresses == right.addresses
        case .photo: return left.photo == right.photo
        case .favorite: return left.isFavorite == right.isFavorite
        }
    }

    /// Whether the contact says nothing.
    func isEmpty(_ contact: Contact) -> Bool {
        switch kind {
        case .text(let field): contact[field]?.isEmpty ?? true
        case .texts(let field): contact[field].isEmpty
        case .values(let field): contact[field].isEmpty
        case .addresses: contact.addresses.isEmpty
        case .photo: contact.photo == nil
        case .favorite: !contact.isFavorite
        }
    }

    /// Makes one contact say what the other says.
    func copy(from source: Contact, to target: inout Contact) {
        switch kind {
        case .text(let field): target[field] = source[field]
        case .texts(let field): target[field] = source[field]
        case .values(let field): target[field] = source[field]
        case .addresses: target.addresses = source.addresses
        case .photo: target.photo = source.photo
        case .favorite: target.isFavorite = source.isFavorite
        }
    }
}
