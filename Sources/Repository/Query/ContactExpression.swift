/// An expression of the query language: terms and the operators that join them.
public typealias ContactExpression = LogicalExpression<ContactTerm>

/// Terms, and the operators that join them.
public indirect enum LogicalExpression<Term: Equatable & Sendable>: Equatable, Sendable {
    case term(Term)
    /// All of these hold; an empty list excludes no contact.
    case all([Self])
    /// At least one of these holds; an empty list excludes all contacts.
    case any([Self])
    case not(Self)
}

extension LogicalExpression: Hashable where Term: Hashable {}
extension LogicalExpression: Encodable where Term: Encodable {}
extension LogicalExpression: Decodable where Term: Decodable {}

/// A text to look for, and the field to look in.
public struct ContactTerm: Hashable, Codable, Sendable {
    /// The field; `nil` stands for all searched text.
    public var field: ContactField?
    /// The text, as it was typed.
    public var text: String
    /// Whether exactly these words must follow one another; otherwise the last may be a prefix.
    public var isPhrase: Bool

    package init(_ text: String, in field: ContactField? = nil, isPhrase: Bool = false) {
        self.field = field
        self.text = text
        self.isPhrase = isPhrase
    }

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
