import Repository

/// Reads contacts from JSON: an array, or a sequence of values.
struct JSONContactParser: ContactParser {
    /// Converts a value to a contact; `nil` if it isn't one.
    let contact: @Sendable ([UInt8]) -> Contact?
    let rewritten: (@Sendable (Contact) -> Contact?)?
    private var pieces = JSONPieces()
    private(set) var isBroken = false
    private var isFinished = false
    /// The number of steps that the reader has taken.
    var steps: Int { pieces.steps }

    init(
        contact: @escaping @Sendable ([UInt8]) -> Contact?,
        rewritten: (@Sendable (Contact) -> Contact?)? = nil
    ) {
        self.contact = contact
        self.rewritten = rewritten
    }

    mutating func append(_ bytes: [UInt8]) {
        if !isBroken { pieces.append(bytes) }
    }

    mutating func finish() { isFinished = true }

    mutating func next() -> ParsedContact? {
        guard !isBroken else { return nil }
        do throws(JSONPieces.Fault) {
            guard let piece = try pieces.next() else {
                guard isFinished, pieces.isOpen else { return nil }
                isBroken = true
                return .problem(line: pieces.line, reason: "the JSON ends in the middle of a value")
            }
            guard let contact = contact(piece.bytes) else {
                return .problem(line: piece.line, reason: "the value isn't a contact")
            }
            return .contact(contact)
        } catch {
            isBroken = true
            return .problem(line: error.line, reason: error.reason)
        }
    }
}

/// Splits a stream of JSON into the contacts' values: the elements of an array, or a sequence of values.
struct JSONPieces: Sendable {
    /// A value and the number of its first line.
    struct Piece: Sendable {
        var bytes: [UInt8]
        var line: Int
    }

    /// The reason why the stream can't be split.
    struct Fault: Error {
        var line: Int
        var reason: String
    }

    /// The maximum size of a value, in bytes.
    static let limit = 16_777_216
    /// The maximum depth of arrays and objects.
    static let deepest = 64

    private var bytes: [UInt8] = []
    private var start: Int?
    private var startLine = 1
    private var index = 0
    private var depth = 0
    /// The number of bytes examined so far.
    private(set) var steps = 0
    /// The number of the current line.
    private(set) var line = 1
    private var isText = false
    private var isEscape = false
    private var isList = false
    /// The start of the list, until its first element is found.
    private var listStart: Int?

    /// Appends more of the stream.
    mutating func append(_ more: [UInt8]) {
        let done = start ?? listStart ?? index
        if listStart != nil { listStart = 0 }
        bytes.removeFirst(done)
        index -= done
        if start != nil { start = 0 }
        if done > 0 { steps += bytes.count }
        bytes += more
    }

    /// Whether a value has started but not ended.
    var isOpen: Bool { start != nil || isText }

    /// Returns the next value; `nil` if more bytes are needed.
    mutating func next() throws(Fault) -> Piece? {
        while index < bytes.count {
            let byte = bytes[index]
            defer { index += 1 }
            steps += 1
            if let start, index - start > Self.limit {
                throw Fault(line: startLine, reason: "the value is larger than \(Self.limit) bytes")
            }
            if byte == 0x0A { line += 1 }
            if isText {
                if isEscape {
                    isEscape = false
                } else if byte == 0x5C {
                    isEscape = true
                } else if byte == 0x22 {
                    isText = false
                }
                continue
            }
            if let piece = try take(byte) { return piece }
        }
        return nil
    }

    private var notJSON: Fault { Fault(line: line, reason: "the text is not JSON") }

    private mutating func take(_ byte: UInt8) throws(Fault) -> Piece? {
        switch byte {
        case 0x22:
            guard start != nil || isList else { throw notJSON }
            // A list that starts with a string is itself a value (jCard's `["vcard",…]`).
            if isList, start == nil, depth == 1, let open = listStart {
                start = open
                listStart = nil
                startLine = line
                isList = false
            }
            isText = true
        case 0x5B where depth == 0 && !isList:
            isList = true
            listStart = index
            depth = 1
        case 0x7B, 0x5B:
            listStart = nil
            if start == nil {
                start = index
                startLine = line
            }
            depth += 1
            guard depth <= Self.deepest else {
                throw Fault(line: startLine, reason: "the value has more than \(Self.deepest) levels")
            }
        case 0x7D, 0x5D:
            depth -= 1
            guard depth >= 0 else { throw notJSON }
            let base = isList ? 1 : 0
            if depth == base, let start {
                self.start = nil
                steps += index - start
                return Piece(bytes: Array(bytes[start...index]), line: startLine)
            }
            if depth == 0 {
                isList = false
                listStart = nil
            }
        case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0xEF, 0xBB, 0xBF: break
        default: if start == nil { throw notJSON }
        }
        return nil
    }
}

/// Reads a contact as printed by `list --format json`, though keys may be missing.
struct ContactFromJSON {
    private let object: [String: Any]

    /// Returns the contact; `nil` if the bytes aren't an object.
    static func contact(_ bytes: [UInt8]) -> Contact? {
        (JSONReader.value(bytes) as? [String: Any]).flatMap { ContactFromJSON(object: $0).contact() }
    }

    /// Returns a parser for files that contain such contacts.
    static func parser() -> JSONContactParser {
        JSONContactParser(contact: contact) { contact in
            var bytes: [UInt8] = []
            JSONText().append(OutputValue(contact), to: &bytes)
            return Self.contact(bytes)
        }
    }

    private func contact() -> Contact? {
        var contact = Contact(id: ContactID(rawValue: text("id") ?? ""), origin: .local)
        for field in ContactField.everything { read(field, into: &contact) }
        // A formatted name that just repeats the other fields isn't stored.
        var unnamed = contact
        unnamed.name.formatted = nil
        if contact.name.formatted == unnamed.displayName { contact.name.formatted = nil }
        return contact.isEmpty ? nil : contact
    }

    private func read(_ field: ContactField, into contact: inout Contact) {
        // Missing keys change nothing, because some fields are views of others.
        guard object[field.name] != nil else { return }
        switch field.value {
        case .text(let text):
            // If the whole list is given, it already includes this value.
            if let whole = Self.wholes[field.name], object[whole] != nil { return }
            text.set(&contact, self.text(field.name))
        case .texts(let texts): texts.set(&contact, self.texts(field.name))
        case .flag(let flag): flag.set(&contact, object[field.name] as? Bool ?? false)
        case .values(let values): values.set(&contact, self.values(field.name))
        case .addresses:
            contact.addresses = parts(field.name).map { entry in
                let address = entry.part("value").address
                return ContactAddress(address, types: entry.texts("types"), isPreferred: entry.isPreferred)
            }
        case .photo: contact.photo = photo()
        case .name: contact.name = part(field.name).name
        case .address: if object["addresses"] == nil { contact.address = part(field.name).address }
        case .picture: contact.picture = part(field.name).picture
        }
    }

    /// The keys of lists, by the keys for their first values.
    private static let wholes = ["email": "emails", "phone": "phones", "cell": "phones"]

    private func photo() -> ContactPhoto? {
        let photo = part("photo")
        if let uri = photo.text("uri") { return .uri(uri) }
        return photo.text("data").map { .data(mediaType: photo.text("mediaType"), base64: $0) }
    }

    private var name: PersonName {
        PersonName(
            title: text("title"),
            first: text("first"),
            middle: text("middle"),
            last: text("last"),
            suffix: text("suffix"),
            formatted: text("formatted")
        )
    }

    private var address: PostalAddress {
        var address = PostalAddress()
        for part in AddressPart.allCases { address[part] = text(part.rawValue) }
        return address
    }

    private var picture: PictureLinks {
        PictureLinks(large: text("large"), medium: text("medium"), thumbnail: text("thumbnail"))
    }

    private var isPreferred: Bool { object["preferred"] as? Bool ?? false }

    private func text(_ key: String) -> String? { object[key] as? String }

    private func texts(_ key: String) -> [String] { object[key] as? [String] ?? [] }

    private func part(_ key: String) -> ContactFromJSON {
        ContactFromJSON(object: object[key] as? [String: Any] ?? [:])
    }

    private func parts(_ key: String) -> [ContactFromJSON] {
        (object[key] as? [[String: Any]] ?? []).map(ContactFromJSON.init)
    }

    private func values(_ key: String) -> [ContactValue] {
        parts(key).compactMap { entry in
            entry.text("value").map { value in
                ContactValue(value, types: entry.texts("types"), isPreferred: entry.isPreferred)
            }
        }
    }
}

extension Contact {
    /// Whether the contact has no name, address or number.
    var isEmpty: Bool {
        name == PersonName() && emails.isEmpty && phones.isEmpty && addresses.isEmpty && organization == nil
            && nickname == nil
    }
}
