import ArgumentParser
import Repository

/// The fields of a contact as options, the same for a new contact and for an edit.
struct ContactFieldOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("The form of address, such as Mrs.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("The given name.", valueName: "text"))
    var firstName: String?

    @Option(help: ArgumentHelp("Additional names.", valueName: "text"))
    var middleName: String?

    @Option(help: ArgumentHelp("The family name.", valueName: "text"))
    var lastName: String?

    @Option(help: ArgumentHelp("The suffix of the name, such as PhD.", valueName: "text"))
    var suffix: String?

    @Option(help: ArgumentHelp("The nickname.", valueName: "text"))
    var nickname: String?

    @Option(help: ArgumentHelp("The gender.", valueName: "text"))
    var gender: String?

    @Option(help: ArgumentHelp("The pronouns, such as they/them.", valueName: "text"))
    var pronouns: String?

    @Option(
        name: .customLong("email"),
        help: ArgumentHelp(
            "The e-mail address, as work:ada@example.com with a type. Repeatable; several, or one with a type, "
                + "replace all existing ones.",
            valueName: "address"
        )
    )
    var emails: [String] = []

    @Option(
        name: .customLong("phone"),
        help: ArgumentHelp("The telephone number, written and repeated like the e-mail address.", valueName: "number")
    )
    var phones: [String] = []

    @Option(help: ArgumentHelp("The mobile number.", valueName: "number"))
    var cell: String?

    @Option(help: ArgumentHelp("Number and name of the street.", valueName: "text"))
    var street: String?

    @Option(help: ArgumentHelp("The city.", valueName: "text"))
    var city: String?

    @Option(help: ArgumentHelp("The state, canton, county or province.", valueName: "text"))
    var state: String?

    @Option(help: ArgumentHelp("The postcode.", valueName: "text"))
    var postcode: String?

    @Option(help: ArgumentHelp("The country.", valueName: "text"))
    var country: String?

    @Option(help: ArgumentHelp("The organization.", valueName: "text"))
    var organization: String?

    @Option(
        name: .customLong("unit"),
        help: ArgumentHelp("A unit of the organization, larger ones first. Repeatable.", valueName: "text")
    )
    var units: [String] = []

    @Option(help: ArgumentHelp("The position in the organization.", valueName: "text"))
    var jobTitle: String?

    @Option(help: ArgumentHelp("What the person does there.", valueName: "text"))
    var role: String?

    @Option(help: ArgumentHelp("The birthday: YYYY-MM-DD, or --birthday=--MM-DD.", valueName: "date"))
    var birthday: String?

    @Option(help: ArgumentHelp("The anniversary, written like the birthday.", valueName: "date"))
    var anniversary: String?

    @Option(
        name: .customLong("url"),
        help: ArgumentHelp("A web address; replaces the existing ones. Repeatable.", valueName: "url")
    )
    var urls: [String] = []

    @Option(
        name: .customLong("date"),
        help: ArgumentHelp(
            "Another date, as graduation:2009-06-13; replaces the existing ones. Repeatable.",
            valueName: "date"
        )
    )
    var dates: [String] = []

    @Option(
        name: .customLong("related"),
        help: ArgumentHelp(
            "A related person, as spouse:Jane; replaces the existing ones. Repeatable.",
            valueName: "person"
        )
    )
    var relations: [String] = []

    @Option(
        name: .customLong("messenger"),
        help: ArgumentHelp(
            "An address at a messenger, as jabber:ada@example.org; replaces the existing ones. Repeatable.",
            valueName: "address"
        )
    )
    var messengers: [String] = []

    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp(
            "A profile, as mastodon:https://example.org/@ada; replaces the existing ones. Repeatable.",
            valueName: "url"
        )
    )
    var profiles: [String] = []

    @Option(help: ArgumentHelp("What the contact is: individual, org, group or location.", valueName: "kind"))
    var kind: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Option(
        name: .customLong("group"),
        help: ArgumentHelp("Put the contact in this group. Repeatable.", valueName: "name")
    )
    var groups: [String] = []

    @Flag(inversion: .prefixedNo, help: "Mark the contact as a favorite, or remove the mark.")
    var favorite: Bool?

    /// The edit of the given fields.
    var edit: ContactEdit {
        var edit = ContactEdit(firstName: firstName, lastName: lastName)
        (edit.email, edit.emails) = TypedText.edit(emails)
        (edit.phone, edit.phones) = TypedText.edit(phones)
        let parts = PostalAddress(street: street, city: city, state: state, postcode: postcode, country: country)
        edit.addressParts = parts == PostalAddress() ? nil : parts
        edit.title = title
        edit.middleName = middleName
        edit.suffix = suffix
        edit.nickname = nickname
        edit.gender = gender
        edit.pronouns = pronouns
        edit.cell = cell
        edit.organization = organization
        edit.organizationUnits = Self.list(units)
        edit.jobTitle = jobTitle
        edit.role = role
        edit.birthday = birthday
        edit.anniversary = anniversary
        edit.urls = Self.list(urls)
        edit.dates = TypedText.list(dates)
        edit.relations = TypedText.list(relations)
        edit.messengers = TypedText.list(messengers)
        edit.profiles = TypedText.list(profiles)
        edit.kind = kind
        edit.note = note
        edit.addedCategories = groups
        edit.isFavorite = favorite
        return edit
    }

    /// The values of a repeatable option: `nil` if it was not given, an empty list for an empty text.
    private static func list(_ values: [String]) -> [String]? {
        values.isEmpty ? nil : values.filter { !$0.isEmpty }
    }
}

/// A value as typed: `ada@example.com`, or with types before it, `work:ada@example.com`.
struct TypedText: Equatable, Sendable {
    /// Words before a colon that are no types: the schemes of addresses.
    private static let schemes: Set<String> = ["tel", "mailto", "sip", "sips", "xmpp", "http", "https", "urn"]

    let value: String
    let types: [String]

    init(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let types = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, types.allSatisfy(Self.isType) else {
            self.value = text
            self.types = []
            return
        }
        self.value = parts[1]
        self.types = types
    }

    /// Returns the edit of a repeatable option: one value without a type replaces the value shown first; others replace
    /// the whole list.
    static func edit(_ texts: [String]) -> (shown: String?, all: [ContactValue]?) {
        let values = texts.map(TypedText.init(parsing:))
        guard let first = values.first else { return (nil, nil) }
        if values.count == 1, first.types.isEmpty { return (first.value, nil) }
        return (nil, values.filter { !$0.value.isEmpty }.map { ContactValue($0.value, types: $0.types) })
    }

    /// The values of a repeatable option: `nil` if it was not given, an empty list for an empty text.
    static func list(_ texts: [String]) -> [ContactValue]? {
        guard !texts.isEmpty else { return nil }
        return texts.map(TypedText.init(parsing:)).filter { !$0.value.isEmpty }
            .map { ContactValue($0.value, types: $0.types) }
    }

    private static func isType(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return !schemes.contains(text)
            && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
    }
}
