import ArgumentParser
import Primitives
import Repository
import TerminalUI

/// Options for the fields of a contact, shared by the commands for adding and editing.
struct ContactFieldOptions: ParsableArguments, Sendable {
    @Option(help: .value("text", "The form of address, such as Mrs."))
    var prefix: String?

    @Option(help: .value("text", "The given name."))
    var firstName: String?

    @Option(help: .value("text", "Additional names."))
    var middleName: String?

    @Option(help: .value("text", "The family name."))
    var lastName: String?

    @Option(help: .value("text", "The suffix of the name, such as PhD."))
    var suffix: String?

    @Option(help: .value("text", "The nickname."))
    var nickname: String?

    @Option(help: .value("text", "The gender."))
    var gender: String?

    @Option(help: .value("text", "The pronouns, such as they/them."))
    var pronouns: String?

    @Option(
        help: .value(
            "address",
            "The e-mail address; work:ada@example.com gives it a type. An edit replaces the address of that type, or "
                + "the preferred one. Repeatable."
        )
    )
    var email: [String] = []

    @Option(
        help: .value(
            "number",
            "The telephone number, in the form of --email; without a type, it isn't mobile. Repeatable."
        )
    )
    var phone: [String] = []

    @Option(name: [.customLong("cell"), .customLong("mobile")], help: .value("number", "The mobile number."))
    var cell: String?

    @Option(help: .value("text", "The street and house number."))
    var street: String?

    @Option(help: .value("text", "The city."))
    var city: String?

    @Option(help: .value("text", "The state, canton, county or province."))
    var state: String?

    @Option(help: .value("text", "The postcode."))
    var postcode: String?

    @Option(help: .value("text", "The country."))
    var country: String?

    @Option(
        help: .value(
            "type",
            "The type of the address that --street, --city and so on change, such as work; else the preferred one."
        )
    )
    var addressType: String?

    @Option(help: .value("text", "The organization."))
    var organization: String?

    @Option(help: .value("text", "A unit of the organization, larger ones first. Repeatable."))
    var unit: [String] = []

    @Option(help: .value("text", "The job title: the position in the organization."))
    var title: String?

    /// The former name of --title.
    @Option(help: .hidden)
    var jobTitle: String?

    @Option(help: .value("text", "What the person does there."))
    var role: String?

    @Option(parsing: .unconditional, help: .value("date", "The birthday: YYYY-MM-DD, or --MM-DD without the year."))
    var birthday: String?

    @Option(parsing: .unconditional, help: .value("date", "The anniversary, written like the birthday."))
    var anniversary: String?

    @Option(help: "A web address. Repeatable.")
    var url: [String] = []

    @Option(parsing: .unconditionalSingleValue, help: "Another date, such as graduation:2009-06-13. Repeatable.")
    var date: [String] = []

    @Option(help: .value("person", "A related person, such as spouse:Jane. Repeatable."))
    var related: [String] = []

    @Option(help: .value("address", "A messenger address, such as jabber:ada@example.org. Repeatable."))
    var messenger: [String] = []

    @Option(help: .value("url", "A profile, such as mastodon:https://example.org/@ada. Repeatable."))
    var profile: [String] = []

    @Option(help: "What the contact is: individual, org, group or location.")
    var kind: String?

    @Option(parsing: .unconditional, help: .value("text", "A note."))
    var note: String?

    @Option(help: .value("name", "Put the contact in this group. Repeatable."))
    var group: [String] = []

    @Flag(inversion: .prefixedNo, help: "Mark the contact as a favorite, or remove the mark.")
    var favorite: Bool?

    @Option(
        help: .value("file", "The picture: a JPEG or PNG file."),
        completion: .file(extensions: ["jpg", "jpeg", "png"])
    )
    var photo: String?

    /// The options with a single text, and the fields they set; if two set the same field, the later one wins.
    private var texts: [(option: String, field: ContactField, text: String?)] {
        [
            ("prefix", .title, prefix), ("first-name", .first, firstName), ("middle-name", .middle, middleName),
            ("last-name", .last, lastName), ("suffix", .suffix, suffix), ("nickname", .nickname, nickname),
            ("gender", .gender, gender), ("pronouns", .pronouns, pronouns), ("cell", .cell, cell),
            ("street", .street, street), ("city", .city, city), ("state", .state, state),
            ("postcode", .postcode, postcode), ("country", .country, country),
            ("organization", .organization, organization), ("job-title", .jobTitle, jobTitle),
            ("title", .jobTitle, title), ("role", .role, role), ("birthday", .birthday, birthday),
            ("anniversary", .anniversary, anniversary), ("note", .note, note), ("kind", .kind, kind),
        ]
    }

    /// The options with any number of texts, and the field that --clear uses instead of an empty value.
    private var lists: [(option: String, cleared: String, field: ContactField, texts: [String])] {
        [
            ("email", "email", .emails, email), ("phone", "phone", .phones, phone), ("unit", "unit", .units, unit),
            ("url", "url", .urls, url), ("group", "group", .categories, group),
            ("date", "dates", .dates, date), ("related", "relations", .relations, related),
            ("messenger", "messengers", .messengers, messenger),
            ("profile", "profiles", .profiles, profile),
        ]
    }

    func validate() throws {
        for (option, _, text) in texts {
            try Self.requireText(text, option: option, field: option == "job-title" ? "title" : option)
        }
        for (option, cleared, field, texts) in lists {
            for text in texts {
                try Self.requireText(TypedText.value(text, of: field).value, option: option, field: cleared)
            }
        }
        if let addressType, !TypedText.isTypes(addressType) {
            throw ValidationError(
                "“\(TerminalText.sanitized(addressType))” is not a type of address; give one such as work."
            )
        }
    }

    /// Rejects an empty value, which would silently remove the existing one.
    static func requireText(_ value: String?, option: String, field: String) throws {
        if let value, value.allSatisfy(\.isWhitespace) {
            throw ValidationError(
                "The value of --\(option) is empty. To remove a value, use contacts edit with --clear \(field)."
            )
        }
    }

    /// Rejects an address type without any part of that address.
    static func checkAddress(_ edit: ContactEdit) throws {
        guard edit.addressTypes != nil, edit.addressParts == nil else { return }
        throw ValidationError(
            "--address-type only says which address is meant. Give --street, --city or another part too."
        )
    }

    var edit: ContactEdit {
        var edit = ContactEdit()
        change(&edit)
        return edit
    }

    /// Sets the given fields in an edit, and leaves its other fields unchanged.
    func change(_ edit: inout ContactEdit) {
        for (_, field, text) in texts { text.map { edit.set(field, to: [ContactValue($0)]) } }
        if let addressType { edit.addressTypes = addressType.split(separator: ",").map(String.init) }
        for (_, _, field, texts) in lists where !texts.isEmpty {
            if field == .categories {
                edit.addedCategories += texts
            } else {
                edit.replaced = edit.replaced ?? [:]
                edit.replaced?[field.name] = texts.map { TypedText.value($0, of: field) }
            }
        }
        favorite.map { edit.isFavorite = $0 }
    }

    func tellRenamed(in program: Program) {
        if jobTitle != nil { program.messages.note("--job-title is now --title; the old name still works.") }
        if let title, Self.prefixes.contains(title.lowercased().filter { $0 != "." }) {
            program.messages.warning(
                "“\(TerminalText.sanitized(title))” is now the job title. The form of address is --prefix."
            )
        }
    }

    /// Forms of address that --title accepted before it meant the job title.
    private static let prefixes: Set<String> = [
        "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "sir", "lady", "madame", "mme", "monsieur", "mademoiselle",
        "mlle", "herr", "frau",
    ]
}

/// A value as typed: `ada@example.com`, or with types before it, `work:ada@example.com`.
struct TypedText: Equatable, Sendable {
    /// Words before a colon that aren't types but URL schemes.
    private static let schemes: Set<String> = ["tel", "mailto", "sip", "sips", "xmpp", "http", "https", "urn"]

    let value: String
    let types: [String]

    init(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isTyped = parts.count == 2 && Self.isTypes(parts[0].lowercased())
        value = isTyped ? parts[1].trimmed() : text
        types = isTyped ? parts[0].lowercased().split(separator: ",").map(String.init) : []
    }

    /// Returns an address or number without its link scheme.
    static func withoutScheme(_ text: String) -> String {
        for scheme in ["mailto:", "tel:"] where text.lowercased().hasPrefix(scheme) {
            // A mailto link may include a subject.
            return String(text.dropFirst(scheme.count).prefix { $0 != "?" })
        }
        return text
    }

    /// Returns the value of a field as it was typed; types are parsed only for fields whose values have them.
    static func value(_ text: String, of field: ContactField) -> ContactValue {
        guard case .values = field.value else { return ContactValue(text) }
        let typed = TypedText(parsing: field == .emails || field == .phones ? withoutScheme(text) : text)
        return ContactValue(typed.value, types: typed.types)
    }

    /// Returns whether the text is a comma-separated list of types.
    static func isTypes(_ text: String) -> Bool {
        text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
            !schemes.contains(String($0)) && $0.wholeMatch(of: /[a-z][a-z-]*/) != nil
        }
    }
}

/// The options that add single values to lists, remove them, or replace a whole list, such as `--add-email`,
/// `--remove-email` and `--only-email`.
struct ContactListOptions: ParsableArguments, Sendable {
    @OptionGroup var emails: ListOptions<EmailList>

    @OptionGroup var phones: ListOptions<PhoneList>

    @OptionGroup var urls: ListOptions<LinkList>

    @OptionGroup var units: ListOptions<UnitList>

    @OptionGroup var groups: ListOptions<GroupList>

    @OptionGroup var dates: ListOptions<DateList>

    @OptionGroup var relations: ListOptions<RelationList>

    @OptionGroup var messengers: ListOptions<MessengerList>

    @OptionGroup var profiles: ListOptions<ProfileList>

    @OptionGroup var members: ListOptions<MemberList>

    func change(_ edit: inout ContactEdit) {
        for change in [
            emails.change, phones.change, urls.change, units.change, groups.change, dates.change, relations.change,
            messengers.change, profiles.change, members.change,
        ] { change(&edit) }
    }
}

/// A list field of a contact, as a type that parameterizes its options.
protocol ListFieldName: Sendable {
    static var field: ContactField { get }
}

enum EmailList: ListFieldName { static var field: ContactField { .emails } }
enum PhoneList: ListFieldName { static var field: ContactField { .phones } }
enum LinkList: ListFieldName { static var field: ContactField { .urls } }
enum UnitList: ListFieldName { static var field: ContactField { .units } }
enum GroupList: ListFieldName { static var field: ContactField { .categories } }
enum DateList: ListFieldName { static var field: ContactField { .dates } }
enum RelationList: ListFieldName { static var field: ContactField { .relations } }
enum MessengerList: ListFieldName { static var field: ContactField { .messengers } }
enum ProfileList: ListFieldName { static var field: ContactField { .profiles } }
enum MemberList: ListFieldName { static var field: ContactField { .members } }

/// The options for one list; their names are derived from the field's name.
struct ListOptions<Name: ListFieldName>: ParsableArguments, Sendable {
    @Option(
        name: .customLong(Self.option("add")),
        help: .value(Self.words.name, "\(Self.words.sentence) to add. Repeatable.")
    )
    var added: [String] = []

    @Option(
        name: .customLong(Self.option("remove")),
        help: .value(Self.words.name, "\(Self.words.sentence) to remove. Repeatable.")
    )
    var removed: [String] = []

    @Option(
        name: .customLong(Self.option("only")),
        help: .value(Self.words.name, "\(Self.words.sentence) to use instead of the current ones. Repeatable.")
    )
    var only: [String] = []

    func validate() throws {
        for (verb, texts) in [("add", added), ("remove", removed), ("only", only)] {
            for text in texts {
                try ContactFieldOptions.requireText(
                    TypedText.value(text, of: Name.field).value,
                    option: Self.option(verb),
                    field: Name.field.optionName
                )
            }
        }
    }

    private static func option(_ verb: String) -> String { "\(verb)-\(Name.field.optionName)" }

    /// The help's terms for a value, in a sentence and in angle brackets.
    private static var words: (sentence: String, name: String) {
        switch Name.field.input?.rule {
        case .email?: ("An e-mail address, such as work:ada@example.com,", "address")
        case .phone?: ("A telephone number, such as work:+41 44 000 00 00,", "number")
        case .link?: ("A web address", "url")
        case .group?: ("A group", "name")
        case .date?: ("A date, such as graduation:2009-06-13,", "text")
        case .line(let noun)?: ("A \(noun)", "text")
        case .note?, .address?, .some(.none), nil: ("A value", "text")
        }
    }

    func change(_ edit: inout ContactEdit) {
        func values(_ texts: [String]) -> [ContactValue] { texts.map { TypedText.value($0, of: Name.field) } }
        if !added.isEmpty { edit.added[Name.field.name, default: []] += values(added) }
        if !removed.isEmpty { edit.removed[Name.field.name, default: []] += values(removed) }
        if !only.isEmpty { edit.set(Name.field, to: values(only)) }
    }
}
