/// A field of a contact that can be kept here in place of what the source says; its number never changes its meaning
/// within a process, its name is what is stored.
struct CardField: Sendable {
    /// How a field is read, compared and written.
    enum Kind: Sendable {
        case text(any WritableKeyPath<Contact, String?> & Sendable)
        case texts(any WritableKeyPath<Contact, [String]> & Sendable)
        case values(any WritableKeyPath<Contact, [ContactValue]> & Sendable)
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
        CardField("title", .text(\.name.title)), CardField("first", .text(\.name.first)),
        CardField("middle", .text(\.name.middle)), CardField("last", .text(\.name.last)),
        CardField("suffix", .text(\.name.suffix)), CardField("formatted", .text(\.name.formatted)),
        CardField("nickname", .text(\.nickname)), CardField("gender", .text(\.gender)),
        CardField("emails", .values(\.emails)), CardField("phones", .values(\.phones)),
        CardField("phone", .text(\.phone)), CardField("cell", .text(\.cell)), CardField("addresses", .addresses),
        CardField("birthday", .text(\.birthday)), CardField("anniversary", .text(\.anniversary)),
        CardField("organization", .text(\.organization)), CardField("units", .texts(\.organizationUnits)),
        CardField("jobTitle", .text(\.jobTitle)), CardField("role", .text(\.role)), CardField("note", .text(\.note)),
        CardField("urls", .texts(\.urls)), CardField("categories", .texts(\.categories), isMark: true),
        CardField("favorite", .favorite, isMark: true), CardField("photo", .photo),
        CardField("nationality", .text(\.nationality)), CardField("pictureLarge", .text(\.picture.large)),
        CardField("pictureMedium", .text(\.picture.medium)),
        CardField("pictureThumbnail", .text(\.picture.thumbnail)), CardField("registered", .text(\.registered)),
        CardField("uid", .text(\.uid)), CardField("lines", .texts(\.lines)),
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
        case .text(let path):
            let (left, right) = (left[keyPath: path], right[keyPath: path])
            return left == right || (left ?? "") == (right ?? "")
        case .texts(let path): return left[keyPath: path] == right[keyPath: path]
        case .values(let path):
            let (left, right) = (left[keyPath: path], right[keyPath: path])
            return left == right || left.filter { !$0.value.isEmpty } == right.filter { !$0.value.isEmpty }
        case .addresses: return left.addresses == right.addresses
        case .photo: return left.photo == right.photo
        case .favorite: return left.isFavorite == right.isFavorite
        }
    }

    /// Whether the contact says nothing.
    func isEmpty(_ contact: Contact) -> Bool {
        switch kind {
        case .text(let path): contact[keyPath: path]?.isEmpty ?? true
        case .texts(let path): contact[keyPath: path].isEmpty
        case .values(let path): contact[keyPath: path].isEmpty
        case .addresses: contact.addresses.isEmpty
        case .photo: contact.photo == nil
        case .favorite: !contact.isFavorite
        }
    }

    /// Makes one contact say what the other says.
    func copy(from source: Contact, to target: inout Contact) {
        switch kind {
        case .text(let path): target[keyPath: path] = source[keyPath: path]
        case .texts(let path): target[keyPath: path] = source[keyPath: path]
        case .values(let path): target[keyPath: path] = source[keyPath: path]
        case .addresses: target.addresses = source.addresses
        case .photo: target.photo = source.photo
        case .favorite: target.isFavorite = source.isFavorite
        }
    }
}
