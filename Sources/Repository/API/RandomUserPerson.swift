import Primitives

/// Decodes one person in the formats of all versions; passwords and hashes are skipped without decoding.
struct RandomUserPerson {
    private typealias Unreadable = RandomUserContent.Unreadable

    /// The maximum size of a field in bytes.
    private static let textLimit = 65_536

    private let members: [String: Any]
    /// The name of the enclosing member, followed by a dot; empty for the person itself.
    private var path = ""

    static func decode(_ value: Any, index: Int) throws -> RemotePerson {
        guard let members = value as? [String: Any] else {
            throw Unreadable(reason: "it is \(JSONReader.kind(of: value)), not an object")
        }
        let person = RandomUserPerson(members: members)
        let contact = try person.contact()
        let identity = try person.object("login").text("uuid")
        guard identity != nil || contact != Contact(id: contact.id) else {
            throw Unreadable(reason: "it is empty")
        }
        return RemotePerson(index: index, uuid: identity, contact: contact)
    }

    private func contact() throws -> Contact {
        let (name, location, picture) = (try object("name"), try object("location"), try object("picture"))
        return Contact(
            id: ContactID(rawValue: ""),
            name: PersonName(
                title: try name.text("title"),
                first: try name.text("first"),
                last: try name.text("last")
            ),
            gender: try text("gender"),
            email: try text("email"),
            phone: try text("phone"),
            cell: try text("cell"),
            birthday: try date("dob")?.day,
            address: PostalAddress(
                street: try location.street(),
                city: try location.text("city"),
                state: try location.text("state"),
                postcode: try location.textOrNumber("postcode"),
                country: try location.text("country")
            ),
            nationality: try text("nat"),
            picture: PictureLinks(
                large: try picture.text("large"),
                medium: try picture.text("medium"),
                thumbnail: try picture.text("thumbnail")
            ),
            registered: try date("registered")?.timestamp
        )
    }

    /// Reads a text (1.0 to 1.2) or a number and a name (from 1.3 on); `nil` if everything is blank.
    private func street() throws -> String? {
        var parts: [String?] = []
        if members["street"] is [String: Any] {
            let street = try object("street")
            parts = [try street.textOrNumber("number"), try street.text("name")]
        } else {
            parts = [try text("street")]
        }
        let street = parts.compactMap { $0?.trimmed() }.filter { !$0.isEmpty }.joined(separator: " ")
        return street.isEmpty ? nil : street
    }

    /// Reads seconds since 1970 (1.0), a text (1.1), or an object with a text (1.2 and later); `nil` if invalid.
    private func date(_ key: String) throws -> UTCDate? {
        switch members[key] {
        case JSONScalar.number(let number)?:
            guard let seconds = Int64(number) else { return nil }
            let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
            return overflow ? nil : UTCDate(milliseconds: milliseconds)
        case is [String: Any]: return try object(key).text("date").flatMap(UTCDate.init(text:))
        default: return try text(key).flatMap(UTCDate.init(text:))
        }
    }

    /// Returns the members of an object; empty if it is missing or `null`.
    private func object(_ key: String) throws -> RandomUserPerson {
        switch members[key] {
        case nil, JSONScalar.null?: return RandomUserPerson(members: [:])
        case let members as [String: Any]: return RandomUserPerson(members: members, path: "\(path)\(key).")
        case let value?: throw wrongKind(key, value, "an object")
        }
    }

    private func text(_ key: String) throws -> String? {
        switch members[key] {
        case nil, JSONScalar.null?: return nil
        case let text as String:
            guard text.utf8.count <= Self.textLimit else {
                throw Unreadable(reason: "“\(path)\(key)” has \(text.utf8.count) bytes, more than \(Self.textLimit)")
            }
            return text
        case JSONScalar.invalidText?: throw Unreadable(reason: "“\(path)\(key)” is not Unicode text")
        case let value?: throw wrongKind(key, value, "a text")
        }
    }

    private func textOrNumber(_ key: String) throws -> String? {
        guard case JSONScalar.number(let number)? = members[key] else { return try text(key) }
        guard number.utf8.count <= Self.textLimit else { throw Unreadable(reason: "“\(path)\(key)” is too long") }
        return number
    }

    private func wrongKind(_ key: String, _ value: Any, _ wanted: String) -> Unreadable {
        Unreadable(reason: "“\(path)\(key)” is \(JSONReader.kind(of: value)), not \(wanted)")
    }
}
