/// Who is wanted, as somebody says it in the query language: terms, and what they are joined by.
public indirect enum ContactExpression: Hashable, Codable, Sendable {
    /// A condition on one thing.
    case term(ContactTerm)
    /// Every one of these holds; an empty list leaves nobody out.
    case all([ContactExpression])
    /// One of these holds at least; an empty list leaves everybody out.
    case any([ContactExpression])
    /// This does not hold.
    case not(ContactExpression)
}

/// What is looked for, and where.
public struct ContactTerm: Hashable, Codable, Sendable {
    /// Where; `nil` is everywhere that text is searched.
    public var field: ContactField?
    /// What, as it was typed.
    public var text: String
    /// Whether exactly these words are wanted, one after the other; otherwise the last is the beginning of one.
    public var isPhrase: Bool

    /// Creates a term.
    public init(_ text: String, in field: ContactField? = nil, isPhrase: Bool = false) {
        self.field = field
        self.text = text
        self.isPhrase = isPhrase
    }
}

extension ContactTerm {
    private enum CodingKeys: String, CodingKey {
        case field, text, isPhrase
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        isPhrase = try container.decode(Bool.self, forKey: .isPhrase)
        guard let name = try container.decodeIfPresent(String.self, forKey: .field) else { return }
        field = ContactField.queried(named: name)
        guard field != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: .field,
                in: container,
                debugDescription: "“\(name)” is no field of a contact."
            )
        }
    }

    /// Writes the field under its name in the query language.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(field?.queryName, forKey: .field)
        try container.encode(text, forKey: .text)
        try container.encode(isPhrase, forKey: .isPhrase)
    }
}
