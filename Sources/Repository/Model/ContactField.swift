/// A field of a contact: its names, how it is read, changed, searched, merged and exchanged.
///
/// ``all`` is the only table of fields. The query language, `--fields`, JSON, CSV, the text of an editor, the rules of
/// input, merging, and the cards in which a store keeps changes are derived from it. A new field is a property of
/// ``Contact`` and ``ContactEdit``, and one entry of the table.
public final class ContactField: Sendable {
    /// The key in JSON and in stored cards, and the name that `--fields` takes.
    package let name: String
    package let value: Value
    /// The card property whose value is exactly this text, such as `NICKNAME`.
    package let property: String?
    package let query: Query?
    package let output: Output?
    package let input: Input?
    package let merge: Merge?
    /// The names of the CSV column: first the one that is written, then others that are read, in lower-case letters.
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

    /// Reads and writes one kind of value of a contact.
    ///
    /// Functions, not key paths: a key path that is not known where it is applied takes ten times as long.
    package struct Access<Content>: Sendable {
        package let get: @Sendable (Contact) -> Content
        package let set: @Sendable (inout Contact, Content) -> Void
    }

    /// What kind of value the field has, and where.
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

    /// How the query language names and compares the field.
    package struct Query: Sendable {
        /// What a term is compared with.
        package enum Form: Sendable {
            /// Words; the last may be the beginning of one.
            case words
            case wholeWords
            case whole
            case beginning
            case phone
            case date
            case flag
            case origin
        }

        /// Which part of the search index has the words of the field.
        package enum Index: Sendable {
            /// None: a term in the field is compared with each contact, and a search without a field does not find it.
            case none
            /// The words of another field.
            case covered
            /// Its own. Giving an existing field this takes a migration that renews the index.
            case own
        }

        /// The name, where it is not that of the field.
        package var name: String?
        package var aliases: [String] = []
        package var form = Form.words
        package var index = Index.none
        /// The texts that a term is compared with; `nil` for those of the field's own value.
        var texts: (@Sendable (Contact) -> [String])?
    }

    /// How the field is shown under its name.
    package struct Output: Sendable {
        package var aliases: [String] = []
        /// Whether another field that is shown contains it, so that whole contacts are written without it.
        package var isPart = false
    }

    /// How a user enters the field.
    package struct Input: Sendable {
        /// The property of an edit that sets the field.
        package enum Edit: Sendable {
            case text(any WritableKeyPath<ContactEdit, String?> & Sendable)
            case texts(any WritableKeyPath<ContactEdit, [String]?> & Sendable)
            case values(any WritableKeyPath<ContactEdit, [ContactValue]?> & Sendable)
            case addresses
            case flag(any WritableKeyPath<ContactEdit, Bool?> & Sendable)
        }

        /// What a value must be, with the word for the field in messages.
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

        /// What stands before the value in the text of an editor; `nil` for a field that is not edited there.
        package let label: String?
        package let edit: Edit
        package let rule: Rule

        init(_ label: String?, _ edit: Edit, rule: Rule) {
            self.label = label
            self.edit = edit
            self.rule = rule
        }
    }

    /// How two contacts that are the same person become one in the field.
    package enum Merge: Sendable {
        /// The first contact keeps its text; another one goes to the note behind this word.
        case fill(String)
        /// All of both, the same text once.
        case union
        /// All of both, texts that differ in case and accents only once.
        case foldedUnion
        /// All of both, each e-mail address once.
        case emails
        /// All of both, each telephone number once.
        case phones
        /// All of both, each address once.
        case addresses
        /// So when it is so in one of them.
        case either
    }
}

extension ContactField: Hashable, CustomStringConvertible {
    /// Whether both are the same entry of the table.
    public static func == (left: ContactField, right: ContactField) -> Bool { left === right }

    /// Hashes the entry.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The name.
    public var description: String { name }
}

extension ContactField {
    /// The fields that can be shown, in the order in which JSON has them; new ones come at the end.
    package static let shown = ordered(
        [
            id, name, first, middle, last, suffix, gender, email, phone, cell, birthday, address, street, city, state,
            postcode, country, nationality, picture, registered, edited, emails, phones, addresses, organization,
            units, jobTitle, role, note, uid, nickname, urls, anniversary, categories, favorite, photo, lines,
        ]
    ) { $0.output != nil }

    /// The fields of a whole contact in JSON and YAML: without the parts of other fields.
    package static let everything = shown.filter { $0.output?.isPart == false }

    package static let queried = all.filter { $0.query != nil }

    /// The fields that the search index has the words of, in an order in which phrases are found.
    static let indexed = ordered([name, email, phone, address, organization, jobTitle, role, categories, urls, note]) {
        $0.query?.index == .own
    }

    /// The fields that the text of an editor has, those with several lines at the end.
    package static let editable: [ContactField] = {
        let fields = all.filter { $0.input?.label != nil }
        return fields.filter { !$0.isMultiline } + fields.filter(\.isMultiline)
    }()

    /// The fields with a list of texts or values, to which single values can be added.
    package static let lists = all.filter { $0.input != nil && $0.list != nil }

    /// A list of texts or values as values, of which texts have no types; `nil` for a field that is not a list.
    package var list: Access<[ContactValue]>? {
        switch value {
        case .values(let values): values
        case .texts(let texts):
            Access(get: { texts.get($0).map { ContactValue($0) } }, set: { texts.set(&$0, $1.map(\.value)) })
        default: nil
        }
    }

    /// The fields that a user can clear, by the names under which options, queries and reports know them.
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

    /// The name of the field in options, such as `first-name`: its label without capitals and blanks.
    package var optionName: String {
        (input?.label ?? name).lowercased().replacing("e-mail", with: "email").replacing(" ", with: "-")
    }

    /// The fields that only show what other fields store.
    private static let views = [
        name, email, address, street, city, state, postcode, country, picture, dates, relations, messengers, profiles,
        kind, members, id, source, edited,
    ]

    /// Whether a stored card keeps the field.
    var isStored: Bool { !Self.views.contains(self) }

    /// Whether the field is the user's own mark, about which no source says anything.
    var isMark: Bool { self == .categories || self == .favorite }

    /// The fields that have one column in CSV, in the order of the columns; new ones come at the end.
    package static let columns = ordered(columnOrder) { !$0.columns.isEmpty }

    /// How many of ``columns`` come before those of e-mail addresses, numbers and postal addresses.
    package static let publishedColumns = columnOrder.count

    private static let columnOrder = [
        uid, title, first, middle, last, suffix, formatted, nickname, gender, birthday, anniversary, organization,
        units, jobTitle, role, categories, favorite, nationality, urls, note,
    ]

    /// The fields whose text is the value of a card property, by its name.
    package static let byProperty = Dictionary(
        all.compactMap { field in field.property.map { ($0, field) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// The given fields, and then the other wanted ones in the order of the table.
    private static func ordered(_ first: [ContactField], where isWanted: (ContactField) -> Bool) -> [ContactField] {
        first + all.filter { isWanted($0) && !first.contains($0) }
    }

    /// Whether a value may have several lines.
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

    /// The field of the name in a query, without regard to case; blanks in a name are typed as `_` or `-`.
    package static func queried(named name: String) -> ContactField? {
        byQueryName[name.lowercased().replacing("-", with: "_")]
    }

    /// The texts of the contact that a term in this field is compared with.
    func texts(of contact: Contact) -> [String] {
        if let texts = query?.texts { return texts(contact) }
        switch value {
        case .text(let text): return text.get(contact).map { [$0] } ?? []
        case .texts(let texts): return texts.get(contact)
        case .values(let values): return values.get(contact).map(\.value)
        case .flag, .addresses, .photo, .name, .address, .picture: return []
        }
    }

    /// What the contact says in a field that is yes or no.
    func flag(of contact: Contact) -> Bool {
        if case .flag(let flag) = value { flag.get(contact) } else { false }
    }

    /// Whether the search index has all words of the field.
    var isIndexed: Bool { query.map { $0.index != Query.Index.none } ?? false }

    /// The text of the contact that is searched when no field is named, in an order in which phrases are found.
    static func allTexts(of contact: Contact) -> [String] {
        indexed.flatMap { field in
            if case .address = field.value { return contact.addresses.flatMap { $0.address.searchedTexts } }
            return field.texts(of: contact)
        }
    }
}

extension String {
    /// The UID without `urn:uuid:`; `nil` for one that does not begin with that.
    package var withoutURN: String? {
        let scheme = "urn:uuid:"
        return lowercased().utf8.starts(with: scheme.utf8) ? String(dropFirst(scheme.count)) : nil
    }
}
