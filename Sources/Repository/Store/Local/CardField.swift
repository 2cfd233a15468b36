/// The fields that a card can hold in place of the values of the source, by their places.
///
/// The place of a field is constant within a process. Stored cards use names.
enum CardField {
    /// All fields; `phone` and `cell` come after `phones`, because each replaces one number of the list.
    static let all = ContactField.all.filter { $0.storage != nil }

    /// The places of the fields by their names.
    static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

    static let phones = place(.phones)
    static let phone = place(.phone)
    static let cell = place(.cell)
    /// The parts of a name, which belong together.
    static let nameParts = ["title", "first", "middle", "last", "suffix", "formatted"].map { place(.field($0)) }

    private static func place(_ field: ContactField) -> Int {
        guard let place = places[field.name] else { preconditionFailure("“\(field)” is no field of a card.") }
        return place
    }
}

extension ContactField {
    /// The fields that a card has, each value in one of them.
    package static let ofCards = CardField.all.filter { $0.name != "phone" && $0.name != "cell" }

    /// Whether the field is the user's own mark, which no source has.
    var isMark: Bool { storage == .mark }

    /// Whether both contacts have the same value; an empty text counts as none.
    package func isEqual(_ left: Contact, _ right: Contact) -> Bool {
        switch value {
        case .text(let text):
            let (left, right) = (text.get(left), text.get(right))
            return left == right || (left ?? "") == (right ?? "")
        case .texts(let texts): return texts.get(left) == texts.get(right)
        case .values(let values):
            let (left, right) = (values.get(left), values.get(right))
            return left == right || left.filter { !$0.value.isEmpty } == right.filter { !$0.value.isEmpty }
        case .flag(let flag): return flag.get(left) == flag.get(right)
        case .addresses: return left.addresses == right.addresses
        case .photo: return left.photo == right.photo
        case .name: return left.name == right.name
        case .address: return left.address == right.address
        case .picture: return left.picture == right.picture
        }
    }

    /// Whether both contacts have the same value, to the last empty text.
    func isIdentical(_ left: Contact, _ right: Contact) -> Bool {
        switch value {
        case .text(let text): text.get(left) == text.get(right)
        case .values(let values): values.get(left) == values.get(right)
        default: isEqual(left, right)
        }
    }

    /// Whether the contact has no value.
    package func isEmpty(_ contact: Contact) -> Bool {
        switch value {
        case .text(let text): text.get(contact)?.isEmpty ?? true
        case .texts(let texts): texts.get(contact).isEmpty
        case .values(let values): values.get(contact).isEmpty
        case .flag(let flag): !flag.get(contact)
        case .addresses: contact.addresses.isEmpty
        case .photo: contact.photo == nil
        case .name: contact.name == PersonName()
        case .address: contact.address == PostalAddress()
        case .picture: contact.picture == PictureLinks()
        }
    }

    /// Copies the value from one contact to another.
    package func copy(from source: Contact, to target: inout Contact) {
        switch value {
        case .text(let text): text.set(&target, text.get(source))
        case .texts(let texts): texts.set(&target, texts.get(source))
        case .values(let values): values.set(&target, values.get(source))
        case .flag(let flag): flag.set(&target, flag.get(source))
        case .addresses: target.addresses = source.addresses
        case .photo: target.photo = source.photo
        case .name: target.name = source.name
        case .address: target.address = source.address
        case .picture: target.picture = source.picture
        }
    }
}

extension ContactField {
    /// Writes the value of the contact.
    func write(_ contact: Contact, to json: inout JSONBytes) {
        switch value {
        case .text(let text): json.append(text.get(contact))
        case .texts(let texts): json.append(texts.get(contact)) { $0.append($1) }
        case .flag(let flag): json.append(flag.get(contact))
        case .values(let values):
            json.append(values.get(contact)) { json, value in
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
        case .name, .address, .picture: json.append(nil as String?)
        }
    }

    /// Reads the value into the contact; `false` for JSON of another type.
    func read(_ reader: inout JSONReader, into contact: inout Contact) throws -> Bool {
        switch (value, try reader.peek()) {
        case (.text(let text), .string): text.set(&contact, try reader.string())
        case (.text(let text), .null):
            text.set(&contact, nil)
            try reader.skip()
        case (.texts(let texts), .array): texts.set(&contact, try Self.texts(&reader))
        case (.flag(let flag), .boolean): flag.set(&contact, try Self.flag(&reader))
        case (.values(let access), .array):
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
            access.set(&contact, values)
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
