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
    /// How a stored card keeps the field; `nil` for a field that is only another view of stored ones.
    let storage: Storage?

    package init(
        _ name: String,
        _ value: Value,
        query: Query? = nil,
        output: Output? = nil,
        input: Input? = nil,
        merge: Merge? = nil,
        columns: [String] = [],
        property: String? = nil,
        storage: Storage? = nil
    ) {
        self.name = name
        self.value = value
        self.property = property
        self.query = query
        self.output = output
        self.input = input
        self.merge = merge
        self.columns = columns
        self.storage = storage
    }

    /// Whether a stored card can have the field.
    package var isStored: Bool { storage != nil }

    /// An ordinary field with one line of text, which is searched, shown, typed, merged, exchanged and stored.
    ///
    /// - Parameters:
    ///   - name: The name everywhere.
    ///   - get: Reads the field.
    ///   - set: Writes the field.
    ///   - edit: The property of an edit.
    ///   - label: What people see in front of the value; in lower case, the word for the field in messages.
    ///   - aliases: Other names in queries, for `--fields` and in the header of a CSV file.
    ///   - index: Whether a search without a field finds the text.
    ///   - property: The card property.
    /// - Returns: The field.
    package static func text(
        _ name: String,
        _ get: @escaping @Sendable (Contact) -> String?,
        _ set: @escaping @Sendable (inout Contact, String?) -> Void,
        edit: any WritableKeyPath<ContactEdit, String?> & Sendable,
        label: String,
        aliases: [String] = [],
        index: Query.Index = .none,
        property: String? = nil
    ) -> ContactField {
        ContactField(
            name,
            .text(Access(get, set)),
            query: Query(aliases: aliases, index: index),
            output: Output(aliases: aliases),
            input: Input(label, .text(edit), rule: .line(label.lowercased())),
            merge: .fill(label.lowercased()),
            columns: [name] + aliases,
            property: property,
            storage: .value
        )
    }
}

extension ContactField {
    /// Reads and writes one kind of value of a contact.
    ///
    /// Functions, not key paths: a key path that is not known where it is applied takes ten times as long.
    package struct Access<Content>: Sendable {
        package let get: @Sendable (Contact) -> Content
        package let set: @Sendable (inout Contact, Content) -> Void

        init(
            _ get: @escaping @Sendable (Contact) -> Content,
            _ set: @escaping @Sendable (inout Contact, Content) -> Void
        ) {
            self.get = get
            self.set = set
        }

        /// Reads a value that nothing writes.
        init(reading get: @escaping @Sendable (Contact) -> Content) {
            self.init(get, { _, _ in })
        }
    }

    /// What kind of value the field has, and where.
    package enum Value: Sendable {
        case text(Access<String?>)
        case texts(Access<[String]>)
        case values(Access<[ContactValue]>)
        case flag(Access<Bool>)
        case addresses
        case photo
        /// All parts of the name.
        case name
        /// The postal address that is shown first.
        case address
        /// The links to pictures.
        case picture
    }

    /// How the query language names and compares the field.
    package struct Query: Sendable {
        /// What a term is compared with.
        package enum Form: Sendable {
            /// Words; the last may be the beginning of one.
            case words
            /// Whole words.
            case wholeWords
            /// The whole text.
            case whole
            /// The beginning of the text.
            case beginning
            case phone
            case date
            case flag
            /// Where the contact came from.
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
        package let name: String?
        /// Other names.
        package let aliases: [String]
        package let form: Form
        package let index: Index
        /// The texts that a term is compared with; `nil` for those of the field's own value.
        let texts: (@Sendable (Contact) -> [String])?

        init(
            _ name: String? = nil,
            aliases: [String] = [],
            form: Form = .words,
            index: Index = .none,
            texts: (@Sendable (Contact) -> [String])? = nil
        ) {
            self.name = name
            self.aliases = aliases
            self.form = form
            self.index = index
            self.texts = texts
        }
    }

    /// How the field is shown under its name.
    package struct Output: Sendable {
        /// Other names for `--fields`.
        package let aliases: [String]
        /// Whether another field that is shown contains it, so that whole contacts are written without it.
        package let isPart: Bool

        init(aliases: [String] = [], isPart: Bool = false) {
            self.aliases = aliases
            self.isPart = isPart
        }
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
            /// Text of several lines.
            case note
            case date(String)
            case email
            case phone(String)
            case address
            case link
            case group
            /// Anything.
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

    /// How a stored card has the field.
    package enum Storage: Sendable {
        /// In place of what the source says.
        case value
        /// As the user's own mark, about which no source says anything.
        case mark
    }
}

extension ContactField: Hashable {
    /// Whether both are the same entry of the table.
    public static func == (left: ContactField, right: ContactField) -> Bool { left === right }

    /// Hashes the entry.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension ContactField: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
