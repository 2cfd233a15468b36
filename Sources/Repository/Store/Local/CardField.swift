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

// Plain branches: a key path that is not known where it is applied takes ten times as long as the field.
extension CardField {
    /// A field with a text or none.
    enum Text: Sendable {
        case title, first, middle, last, suffix, formatted, nickname, gender, phone, cell, birthday, anniversary
        case organization, jobTitle, role, note, nationality, pictureLarge, pictureMedium, pictureThumbnail, registered
        case uid
    }

    /// A field with any number of texts.
    enum Texts: Sendable {
        case units, urls, categories, lines
    }

    /// A field with any number of texts that have types.
    enum Values: Sendable {
        case emails, phones
    }
}

extension Contact {
    /// What the contact says in the field.
    subscript(field: CardField.Text) -> String? {
        get {
            switch field {
            case .title: name.title
            case .first: name.first
            case .middle: name.middle
            case .last: name.last
            case .suffix: name.suffix
            case .formatted: name.formatted
            case .nickname: nickname
            case .gender: gender
            case .phone: phone
            case .cell: cell
            case .birthday: birthday
            case .anniversary: anniversary
            case .organization: organization
            case .jobTitle: jobTitle
            case .role: role
            case .note: note
            case .nationality: nationality
            case .pictureLarge: picture.large
            case .pictureMedium: picture.medium
            case .pictureThumbnail: picture.thumbnail
            case .registered: registered
            case .uid: uid
            }
        }
        set {
            switch field {
            case .title: name.title = newValue
            case .first: name.first = newValue
            case .middle: name.middle = newValue
            case .last: name.last = newValue
            case .suffix: name.suffix = newValue
            case .formatted: name.formatted = newValue
            case .nickname: nickname = newValue
            case .gender: gender = newValue
            case .phone: phone = newValue
            case .cell: cell = newValue
            case .birthday: birthday = newValue
            case .anniversary: anniversary = newValue
            case .organization: organization = newValue
            case .jobTitle: jobTitle = newValue
            case .role: role = newValue
            case .note: note = newValue
            case .nationality: nationality = newValue
            case .pictureLarge: picture.large = newValue
            case .pictureMedium: picture.medium = newValue
            case .pictureThumbnail: picture.thumbnail = newValue
            case .registered: registered = newValue
            case .uid: uid = newValue
            }
        }
    }

    /// What the contact says in the field.
    subscript(field: CardField.Texts) -> [String] {
        get {
            switch field {
            case .units: organizationUnits
            case .urls: urls
            case .categories: categories
            case .lines: lines
            }
        }
        set {
            switch field {
            case .units: organizationUnits = newValue
            case .urls: urls = newValue
            case .categories: categories = newValue
            case .lines: lines = newValue
            }
        }
    }

    /// What the contact says in the field.
    subscript(field: CardField.Values) -> [ContactValue] {
        get {
            switch field {
            case .emails: emails
            case .phones: phones
            }
        }
        set {
            switch field {
            case .emails: emails = newValue
            case .phones: phones = newValue
            }
        }
    }
}

extension CardField {
    /// Adds what the contact says.
    func write(_ contact: Contact, to json: inout JSONBytes) {
        switch kind {
        case .text(let field): json.append(contact[field])
        case .texts(let field): json.append(contact[field]) { $0.append($1) }
        case .values(let field):
            json.append(contact[field]) { json, value in
                json.appendObject { json in
                    json.append(key: "value")
                    json.append(value.value)
                    Self.write(value.types, value.isPreferred, to: &json)
                }
            }
        case .addresses:
            json.append(contact.addresses) { json, address in
                json.appendObject { json in
                    for part in AddressPart.allCases {
                        guard let text = address.address[part] else { continue }
                        json.append(key: part.rawValue)
                        json.append(text)
                    }
                    Self.write(address.types, address.isPreferred, to: &json)
                }
            }
        case .photo:
            switch contact.photo {
            case nil: json.append(nil as String?)
            case .uri(let uri):
                json.appendObject { json in
                    json.append(key: "uri")
                    json.append(uri)
                }
            case .data(let type, let base64):
                json.appendObject { json in
                    json.append(key: "type")
                    json.append(type)
                    json.append(key: "data")
                    json.append(base64)
                }
            }
        case .favorite: json.append(contact.isFavorite)
        }
    }

    /// Reads what the contact says; `false` when it is something else than the field can be.
    func read(_ reader: inout JSONReader, into contact: inout Contact) throws -> Bool {
        switch (kind, try reader.peek()) {
        case (.text(let field), .string): contact[field] = try reader.string()
        case (.text(let field), .null):
            contact[field] = nil
            try reader.skip()
        case (.texts(let field), .array): contact[field] = try Self.texts(&reader)
        case (.values(let field), .array):
            var values: [ContactValue] = []
            try reader.elements { _, reader in
                var value = ContactValue("")
                try reader.members { key, reader in
                    switch key {
                    case "value": value.value = try Self.text(&reader) ?? ""
                    case "types": value.types = try Self.texts(&reader)
                    case "preferred": value.isPreferred = try Self.flag(&reader)
                    default: try reader.skip()
                    }
                }
                values.append(value)
            }
            contact[field] = values
        case (.addresses, .array):
            contact.addresses = []
            try reader.elements { _, reader in
                var address = ContactAddress(PostalAddress())
                try reader.members { key, reader in
                    switch key {
                    case "types": address.types = try Self.texts(&reader)
                    case "preferred": address.isPreferred = try Self.flag(&reader)
                    default:
                        let text = try Self.text(&reader)
                        if let part = AddressPart(rawValue: key) { address.address[part] = text }
                    }
                }
                contact.addresses.append(address)
            }
        case (.photo, .object): contact.photo = try Self.photo(&reader)
        case (.photo, .null):
            contact.photo = nil
            try reader.skip()
        case (.favorite, .boolean): contact.isFavorite = try Self.flag(&reader)
        default:
            try reader.skip()
            return false
        }
        return true
    }

    private static func write(_ types: [String], _ isPreferred: Bool, to json: inout JSONBytes) {
        if !types.isEmpty {
            json.append(key: "types")
            json.append(types) { $0.append($1) }
        }
        if isPreferred {
            json.append(key: "preferred")
            json.append(true)
        }
    }

    private static func photo(_ reader: inout JSONReader) throws -> ContactPhoto? {
        var uri: String?
        var type: String?
        var data: String?
        try reader.members { key, reader in
            switch key {
            case "uri": uri = try text(&reader)
            case "type": type = try text(&reader)
            case "data": data = try text(&reader)
            default: try reader.skip()
            }
        }
        return data.map { .data(mediaType: type, base64: $0) } ?? uri.map(ContactPhoto.uri)
    }

    private static func text(_ reader: inout JSONReader) throws -> String? {
        guard try reader.peek() == .string else {
            try reader.skip()
            return nil
        }
        return try reader.string()
    }

    private static func flag(_ reader: inout JSONReader) throws -> Bool {
        guard try reader.peek() == .boolean else {
            try reader.skip()
            return false
        }
        return try reader.boolean()
    }

    private static func texts(_ reader: inout JSONReader) throws -> [String] {
        guard try reader.peek() == .array else {
            try reader.skip()
            return []
        }
        var texts: [String] = []
        try reader.elements { _, reader in
            if let text = try text(&reader) { texts.append(text) }
        }
        return texts
    }
}
