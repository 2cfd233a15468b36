/// A term prepared for comparison with contacts.
enum ContactCondition: Equatable, Sendable {
    case words(SearchWord)
    case text(ContactField, SearchWord)
    case phone(ContactField, PhoneKey)
    /// A date, or the given parts of one.
    case date(ContactField, PartialDate)
    case flag(ContactField, Bool)
    /// One of these whole values, in lowercase, ignoring case.
    case whole(ContactField, Set<String>)
    /// A whole value, ignoring case and accents, both as typed and in folded form.
    case same(ContactField, String, key: String)
    /// A birthday in a range of days.
    case birthdays(BirthdayRange)
    /// A prefix of an identifier, ignoring case.
    case identifier(ContactField, String)
    case never

    /// The reason why a term is invalid, as advice on what to write instead.
    struct Flaw: Error, Equatable {
        let advice: String
    }

    /// Creates the condition for a term; an invalid term doesn't match any contact.
    ///
    /// `region` is assumed for a number without a country code.
    init(_ term: ContactTerm, region: PhoneRegion? = nil) {
        self = (try? ContactCondition(checking: term, region: region)) ?? .never
    }

    /// Creates the condition for a term.
    ///
    /// - Throws: ``Flaw`` if the value is invalid for the field.
    init(checking term: ContactTerm, region: PhoneRegion? = nil) throws(Flaw) {
        guard let field = term.field else {
            self = SearchWord(term.text, isWhole: term.isPhrase).map { .words($0) } ?? .never
            return
        }
        let value = term.text.filter { !$0.isWhitespace }
        guard !value.isEmpty else { throw Flaw(advice: "Give “\(field.queryName):” a value.") }
        switch field.query?.form ?? .words {
        case .phone:
            self = PhoneKey(term.text, region: region).map { .phone(field, $0) } ?? .never
        case .date:
            guard let date = PartialDate(value) else {
                throw Flaw(
                    advice:
                        "Give a date as YYYY-MM-DD, the day of a year as MM-DD, a month as YYYY-MM, or a year as YYYY."
                )
            }
            self = .date(field, date)
        case .flag:
            switch value.lowercased() {
            case "yes", "y", "true", "1": self = .flag(field, true)
            case "no", "n", "false", "0": self = .flag(field, false)
            default: throw Flaw(advice: "Give “\(field.queryName):yes” or “\(field.queryName):no”.")
            }
        case .origin:
            switch value.lowercased() {
            case "local", "here": self = .flag(field, false)
            case "source", "api", "remote": self = .flag(field, true)
            default: throw Flaw(advice: "Give “source:local” for people added here, or “source:api” for the others.")
            }
        case .whole:
            self = .whole(field, [value.lowercased()])
        case .beginning:
            self = .identifier(field, value.lowercased())
        // A prefix of a group's name may be another group's name.
        case .wholeWords, .words:
            let isWhole = term.isPhrase || field.query?.form == .wholeWords
            self = SearchWord(term.text, isWhole: isWhole).map { .text(field, $0) } ?? .never
        }
    }
}

/// An expression of the query language: terms combined by operators.
public typealias ContactExpression = LogicalExpression<ContactTerm>

/// Terms combined by operators.
public indirect enum LogicalExpression<Term: Equatable & Sendable>: Equatable, Sendable {
    case term(Term)
    /// All of these must match; an empty list matches every contact.
    case all([Self])
    /// At least one of these must match; an empty list matches no contact.
    case any([Self])
    case not(Self)
}

extension LogicalExpression: Hashable where Term: Hashable {}
extension LogicalExpression: Encodable where Term: Encodable {}
extension LogicalExpression: Decodable where Term: Decodable {}

/// A text to search for, and the field to search.
public struct ContactTerm: Hashable, Codable, Sendable {
    /// The field; `nil` means all searchable text.
    public var field: ContactField?
    /// The text, as typed.
    public var text: String
    /// Whether exactly these consecutive words must match; otherwise the last may be a prefix.
    public var isPhrase: Bool

    package init(_ text: String, in field: ContactField? = nil, isPhrase: Bool = false) {
        self.field = field
        self.text = text
        self.isPhrase = isPhrase
    }

    private enum CodingKeys: String, CodingKey {
        case field, text, isPhrase
    }

    /// Decodes what ``encode(to:)`` writes.
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
                debugDescription: "“\(name)” isn't a field of a contact."
            )
        }
    }

    /// Encodes the field under its name in the query language.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(field?.queryName, forKey: .field)
        try container.encode(text, forKey: .text)
        try container.encode(isPhrase, forKey: .isPhrase)
    }
}
