import Primitives

/// Decodes one person in the formats of all versions; passwords and hashes are skipped, never decoded.
enum RandomUserPerson {
    /// The reason why a person cannot be decoded; names fields and kinds, never values.
    struct Unreadable: Error, Equatable {
        let reason: String
    }

    /// The most bytes of a field.
    private static let textLimit = 65_536

    /// Decodes a person; on failure the reader stops anywhere within it.
    static func decode(_ reader: inout JSONReader, index: Int) throws -> RemotePerson {
        let empty = Contact(id: ContactID(rawValue: ""))
        var contact = empty
        var identity: String?
        var phone: String?
        var cell: String?
        let kind = try reader.peek()
        guard kind == .object else { throw Unreadable(reason: "it is \(kind.name), not an object") }
        try reader.members { key, reader in
            switch key {
            case "gender": contact.gender = try text(&reader, key)
            case "name": contact.name = try name(&reader)
            case "location": contact.address = try address(&reader)
            case "email": contact.email = try text(&reader, key)
            case "login": identity = try uuid(&reader)
            case "dob": contact.birthday = try date(&reader, key)?.day
            case "registered": contact.registered = try date(&reader, key)?.timestamp
            case "phone": phone = try text(&reader, key)
            case "cell": cell = try text(&reader, key)
            case "nat": contact.nationality = try text(&reader, key)
            case "picture": contact.picture = try picture(&reader)
            default: try reader.skip()
            }
        }
        contact.phones = ContactValue.phones(phone, cell)
        guard identity != nil || contact != empty else { throw Unreadable(reason: "there is nothing in it") }
        return RemotePerson(index: index, uuid: identity, contact: contact)
    }

    private static func name(_ reader: inout JSONReader) throws -> PersonName {
        var name = PersonName()
        try object(&reader, "name") { key, reader in
            switch key {
            case "title": name.title = try text(&reader, "name.title")
            case "first": name.first = try text(&reader, "name.first")
            case "last": name.last = try text(&reader, "name.last")
            default: try reader.skip()
            }
        }
        return name
    }

    private static func address(_ reader: inout JSONReader) throws -> PostalAddress {
        var address = PostalAddress()
        try object(&reader, "location") { key, reader in
            switch key {
            case "street": address.street = try street(&reader)
            case "city": address.city = try text(&reader, "location.city")
            case "state": address.state = try text(&reader, "location.state")
            case "postcode": address.postcode = try textOrNumber(&reader, "location.postcode")
            case "country": address.country = try text(&reader, "location.country")
            default: try reader.skip()
            }
        }
        return address
    }

    /// A text (1.0 to 1.2) or number and name (from 1.3 on); `nil` when all of it is blank.
    private static func street(_ reader: inout JSONReader) throws -> String? {
        var parts: [String?] = []
        if try reader.peek() == .object {
            var number: String?
            var name: String?
            try reader.members { key, reader in
                switch key {
                case "number": number = try textOrNumber(&reader, "location.street.number")
                case "name": name = try text(&reader, "location.street.name")
                default: try reader.skip()
                }
            }
            parts = [number, name]
        } else {
            parts = [try text(&reader, "location.street")]
        }
        let street = parts.compactMap { $0?.trimmed() }.filter { !$0.isEmpty }.joined(separator: " ")
        return street.isEmpty ? nil : street
    }

    private static func uuid(_ reader: inout JSONReader) throws -> String? {
        var uuid: String?
        try object(&reader, "login") { key, reader in
            if key == "uuid" { uuid = try text(&reader, "login.uuid") } else { try reader.skip() }
        }
        return uuid
    }

    private static func picture(_ reader: inout JSONReader) throws -> PictureLinks {
        var picture = PictureLinks()
        try object(&reader, "picture") { key, reader in
            switch key {
            case "large": picture.large = try text(&reader, "picture.large")
            case "medium": picture.medium = try text(&reader, "picture.medium")
            case "thumbnail": picture.thumbnail = try text(&reader, "picture.thumbnail")
            default: try reader.skip()
            }
        }
        return picture
    }

    /// Seconds since 1970 (1.0), a text (1.1), or an object with a text (from 1.2 on); `nil` when it is not a valid date.
    private static func date(_ reader: inout JSONReader, _ field: String) throws -> UTCDate? {
        switch try reader.peek() {
        case .number:
            guard let seconds = Int64(try reader.number()) else { return nil }
            let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
            return overflow ? nil : UTCDate(milliseconds: milliseconds)
        case .object:
            var date: UTCDate?
            try reader.members { key, reader in
                if key == "date" {
                    date = try text(&reader, "\(field).date").flatMap(UTCDate.init(text:))
                } else {
                    try reader.skip()
                }
            }
            return date
        default: return try text(&reader, field).flatMap(UTCDate.init(text:))
        }
    }

    private static func object(
        _ reader: inout JSONReader,
        _ field: String,
        _ member: (String, inout JSONReader) throws -> Void
    ) throws {
        switch try reader.peek() {
        case .object: try reader.members(member)
        case .null: try reader.skip()
        case let kind: throw Unreadable(reason: "“\(field)” is \(kind.name), not an object")
        }
    }

    private static func text(_ reader: inout JSONReader, _ field: String) throws -> String? {
        switch try reader.peek() {
        case .string:
            let text: String
            do {
                text = try reader.string()
            } catch is JSONReader.TextError {
                throw Unreadable(reason: "“\(field)” is not Unicode text")
            }
            guard text.utf8.count <= textLimit else {
                throw Unreadable(reason: "“\(field)” has \(text.utf8.count) bytes, more than \(textLimit)")
            }
            return text
        case .null:
            try reader.skip()
            return nil
        case let kind: throw Unreadable(reason: "“\(field)” is \(kind.name), not a text")
        }
    }

    private static func textOrNumber(_ reader: inout JSONReader, _ field: String) throws -> String? {
        guard try reader.peek() == .number else { return try text(&reader, field) }
        let number = try reader.number()
        guard number.utf8.count <= textLimit else { throw Unreadable(reason: "“\(field)” is too long") }
        return number
    }
}
