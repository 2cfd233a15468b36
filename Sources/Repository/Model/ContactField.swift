/// A field of a contact: its names, and how it is read, changed, searched, merged and exchanged.
///
/// ``all`` is the only table of fields. The query language, `--fields`, JSON, CSV, the text in an editor, input
/// validation, merging, and the cards in which a store records changes are derived from it. To add a field, add a
/// property to ``Contact`` and ``ContactEdit``, and an entry to the table.
public final class ContactField: Sendable {
    /// The key in JSON and in stored cards, and the name for `--fields`.
    package let name: String
    package let value: Value
    /// The card property whose value is exactly this text, such as `NICKNAME`.
    package let property: String?
    package let query: Query?
    package let output: Output?
    package let input: Input?
    package let merge: Merge?
    /// The names of the CSV column: the first is written; the others, in lowercase letters, are only read.
    package let columns: [String]

    package init(
        _ name: String,
        _ value: Value,
        query: Query? = nil,
        output: Output? = nil,
        input: Input? = nil,
        merge: Merge? = nil,
        columns: [String] = [],
        property: String? = nil
    ) {
        self.name = name
        self.value = value
        self.property = property
        self.query = query
        self.output = output
        self.input = input
        self.merge = merge
        self.columns = columns
    }

    /// Reads and writes one kind of contact value.
    ///
    /// Functions instead of key paths, because a key path that isn't statically known is ten times slower.
    package struct Access<Content>: Sendable {
        package let get: @Sendable (Contact) -> Content
        package let set: @Sendable (inout Contact, Content) -> Void
    }

    /// The kind of the field's value, with its accessors.
    package enum Value: Sendable {
        case text(Access<String?>)
        case texts(Access<[String]>)
        case values(Access<[ContactValue]>)
        case flag(Access<Bool>)
        case addresses
        case photo
        case name
        case address
        case picture
    }

    /// The field's name and comparison in the query language.
    package struct Query: Sendable {
        /// The part of a value that a term must match.
        package enum Form: Sendable {
            /// Words, the last of which may be a prefix.
            case words
            case wholeWords
            case whole
            case beginning
            case phone
            case date
            case flag
            case origin
        }

        /// The part of the search index that contains the field's words.
        package enum Index: Sendable {
            /// Not indexed: a term in this field is compared with each contact; a search without a field ignores it.
            case none
            /// Covered by the words of another field.
            case covered
            /// Has its own words. Switching an existing field to this requires a migration that rebuilds the index.
            case own
        }

        /// The name, if it differs from the field's.
        package var name: String?
        package var aliases: [String] = []
        package var form = Form.words
        package var index = Index.none
        /// The texts that a term is compared with; `nil` to use the field's own value.
        var texts: (@Sendable (Contact) -> [String])?
    }

    package struct Output: Sendable {
        package var aliases: [String] = []
        /// Whether the field is part of another output field, so it is omitted when whole contacts are written.
        package var isPart = false
    }

    package struct Input: Sendable {
        /// The property of an edit that sets the field.
        package enum Edit: Sendable {
            case text(any WritableKeyPath<ContactEdit, String?> & Sendable)
            case texts(any WritableKeyPath<ContactEdit, [String]?> & Sendable)
            case values(any WritableKeyPath<ContactEdit, [ContactValue]?> & Sendable)
            case addresses
            case flag(any WritableKeyPath<ContactEdit, Bool?> & Sendable)
        }

        /// The format of a value, with the field's name in messages.
        package enum Rule: Sendable {
            case line(String)
            case note
            case date(String)
            case email
            case phone(String)
            case address
            case link
            case group
            case none
        }

        /// The label before the value in the text for an editor; `nil` for a field that can't be edited there.
        package let label: String?
        package let edit: Edit
        package let rule: Rule

        init(_ label: String?, _ edit: Edit, rule: Rule) {
            self.label = label
            self.edit = edit
            self.rule = rule
        }
    }

    /// The rule for combining the field when two contacts of the same person are merged.
    package enum Merge: Sendable {
        /// The first contact keeps its text; a different one is added to the note after this word.
        case fill(String)
        /// All values of both, without repeating the same text.
        case union
        /// All values of both, treating texts that only differ in case and accents as equal.
        case foldedUnion
        /// All values of both, each e-mail address once.
        case emails
        /// All values of both, each telephone number once.
        case phones
        /// All values of both, each address once.
        case addresses
        /// True if it is true in either.
        case either
    }
}

extension ContactField: Hashable, CustomStringConvertible {
    /// Returns whether both are the same entry of the table.
    public static func == (left: ContactField, right: ContactField) -> Bool { left === right }

    /// Hashes the entry.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The name.
    public var description: String { name }
}

extension ContactField {
    /// The fields for output, in JSON order; new ones go to the end.
    package static let shown = ordered(
        [
            id, name, first, middle, last, suffix, gender, email, phone, cell, birthday, address, street, city, state,
            postcode, country, nationality, picture, registered, edited, emails, phones, addresses, organization,
            units, jobTitle, role, note, uid, nickname, urls, anniversary, categories, favorite, photo, lines,
        ]
    ) { $0.output != nil }

    /// The fields of a whole contact in JSON and YAML, excluding parts of other fields.
    package static let everything = shown.filter { $0.output?.isPart == false }

    package static let queried = all.filter { $0.query != nil }

    /// The fields whose words are in the search index, in an order that allows phrases to match.
    static let indexed = ordered([name, email, phone, address, organization, jobTitle, role, categories, urls, note]) {
        $0.query?.index == .own
    }

    /// The fields in the text for an editor; multi-line ones are at the end.
    package static let editable: [ContactField] = {
        let fields = all.filter { $0.input?.label != nil }
        return fields.filter { !$0.isMultiline } + fields.filter(\.isMultiline)
    }()

    /// The fields that are lists of texts or values, to which single values can be added.
    package static let lists = all.filter { $0.input != nil && $0.list != nil }

    /// Access to a list, with texts as values without types; `nil` for a field that isn't a list.
    package var list: Access<[ContactValue]>? {
        switch value {
        case .values(let values): values
        case .texts(let texts):
            Access(get: { texts.get($0).map { ContactValue($0) } }, set: { texts.set(&$0, $1.map(\.value)) })
        default: nil
        }
    }

    /// Returns the field that a user can clear by this name, as used in options, queries and reports.
    ///
    /// A list comes before the field of its first value, so that clearing `email` clears all addresses.
    package static func clearable(named name: String) -> ContactField? {
        var wanted = name.lowercased().replacing("_", with: "-").replacing("e-mail", with: "email")
        if wanted == "mobile" { wanted = "cell" }
        let fields = all.filter { $0.input != nil } + [.address] + all.filter { AddressPart(rawValue: $0.name) != nil }
        return fields.first { $0.optionName == wanted }
            ?? queried(named: name).flatMap { field in fields.first { $0.optionName == field.optionName } }
            ?? fields.first { $0.name.lowercased() == wanted }
    }

    /// The field's name in options, such as `first-name`: its label in lowercase with hyphens.
    package var optionName: String {
        (input?.label ?? name).lowercased().replacing("e-mail", with: "email").replacing(" ", with: "-")
    }

    /// The fields that only present values stored in other fields.
    private static let views = [
        name, email, address, street, city, state, postcode, country, picture, dates, relations, messengers, profiles,
        kind, members, id, source, edited,
    ]

    /// Whether a stored card contains the field.
    var isStored: Bool { !Self.views.contains(self) }

    /// Whether the field is the user's own mark, which no source provides.
    var isMark: Bool { self == .categories || self == .favorite }

    /// The fields with a single column in CSV, in column order; new ones go to the end.
    package static let columns = ordered(columnOrder) { !$0.columns.isEmpty }

    /// The number of ``columns`` before those of e-mail addresses, numbers and postal addresses.
    package static let publishedColumns = columnOrder.count

    private static let columnOrder = [
        uid, title, first, middle, last, suffix, formatted, nickname, gender, birthday, anniversary, organization,
        units, jobTitle, role, categories, favorite, nationality, urls, note,
    ]

    /// The fields whose text is the value of a card property, by property name.
    package static let byProperty = Dictionary(
        all.compactMap { field in field.property.map { ($0, field) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// Returns the given fields, followed by the other wanted ones in table order.
    private static func ordered(_ first: [ContactField], where isWanted: (ContactField) -> Bool) -> [ContactField] {
        first + all.filter { isWanted($0) && !first.contains($0) }
    }

    package var isMultiline: Bool {
        if case .note? = input?.rule { true } else { false }
    }

    package var queryName: String { query?.name ?? name }

    package static let queryNames = queried.map(\.queryName)

    package static let queryAliases = Dictionary(
        queried.flatMap { field in (field.query?.aliases ?? []).map { ($0, field) } },
        uniquingKeysWith: { first, _ in first }
    )

    private static let byQueryName = queryAliases.merging(queried.map { ($0.queryName, $0) }) { $1 }

    /// Returns the field with this name in a query, ignoring case; spaces in a name are typed as `_` or `-`.
    package static func queried(named name: String) -> ContactField? {
        byQueryName[name.lowercased().replacing("-", with: "_")]
    }

    /// Returns the contact's texts that a term in this field is compared with.
    func texts(of contact: Contact) -> [String] {
        if let texts = query?.texts { return texts(contact) }
        switch value {
        case .text(let text): return text.get(contact).map { [$0] } ?? []
        case .texts(let texts): return texts.get(contact)
        case .values(let values): return values.get(contact).map(\.value)
        case .flag, .addresses, .photo, .name, .address, .picture: return []
        }
    }

    func flag(of contact: Contact) -> Bool {
        if case .flag(let flag) = value { flag.get(contact) } else { false }
    }

    /// Whether the search index contains all words of the field.
    var isIndexed: Bool { query.map { $0.index != Query.Index.none } ?? false }

    /// Returns the contact's text for searches without a field, in an order that allows phrases to match.
    static func allTexts(of contact: Contact) -> [String] {
        indexed.flatMap { field in
            if case .address = field.value { return contact.addresses.flatMap { $0.address.searchedTexts } }
            return field.texts(of: contact)
        }
    }
}

extension String {
    /// The UID without `urn:uuid:`; `nil` if it doesn't have this prefix.
    package var withoutURN: String? {
        let scheme = "urn:uuid:"
        return lowercased().utf8.starts(with: scheme.utf8) ? String(dropFirst(scheme.count)) : nil
    }
}
