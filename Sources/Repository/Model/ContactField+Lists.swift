extension ContactField {
    /// The fields that can be shown, in the order in which JSON has them; new ones come at the end.
    package static let shown = ordered(
        [
            "id", "name", "first", "middle", "last", "suffix", "gender", "email", "phone", "cell", "birthday",
            "address", "street", "city", "state", "postcode", "country", "nationality", "picture", "registered",
            "edited", "emails", "phones", "addresses", "organization", "units", "jobTitle", "role", "note", "uid",
            "nickname", "urls", "anniversary", "categories", "favorite", "photo", "lines",
        ]
    ) { $0.output != nil }

    /// The fields of a whole contact in JSON and YAML: without the parts of other fields.
    package static let everything = shown.filter { $0.output?.isPart == false }

    /// The fields that a query can name.
    package static let queried = all.filter { $0.query != nil }

    /// The fields that the search index has the words of, in an order in which phrases are found.
    static let indexed = ordered(
        ["name", "email", "phone", "address", "organization", "jobTitle", "role", "categories", "urls", "note"]
    ) { $0.query?.index == .own }

    /// The fields that the text of an editor has, those with several lines at the end.
    package static let editable: [ContactField] = {
        let fields = all.filter { $0.input?.label != nil }
        return fields.filter { !$0.isMultiline } + fields.filter(\.isMultiline)
    }()

    /// The fields with a list of texts or values, to which single values can be added.
    package static let lists = all.filter { field in
        switch (field.value, field.input) {
        case (.texts, _?), (.values, _?): true
        default: false
        }
    }

    /// The fields that a user can clear, by the names under which options, queries and reports know them.
    ///
    /// A list comes before the field of its first value, so that clearing `email` clears all addresses.
    package static func clearable(named name: String) -> ContactField? {
        let wanted = name.lowercased().replacing("_", with: "-").replacing("e-mail", with: "email")
        let fields = all.filter { $0.input != nil } + [.address] + all.filter { AddressPart(rawValue: $0.name) != nil }
        return fields.first { $0.optionName == wanted }
            ?? queried(named: name).flatMap { field in fields.first { $0 == field } }
            ?? fields.first { $0.name.lowercased() == wanted }
    }

    /// The name of the field in options, such as `first-name`: its label without capitals and blanks.
    package var optionName: String {
        (input?.label ?? name).lowercased().replacing("e-mail", with: "email").replacing(" ", with: "-")
    }

    /// The fields that have one column in CSV, in the order of the columns; new ones come at the end.
    package static let columns = ordered(columnOrder) { !$0.columns.isEmpty }

    /// How many of ``columns`` come before those of e-mail addresses, numbers and postal addresses.
    package static let publishedColumns = columnOrder.count

    private static let columnOrder = [
        "uid", "title", "first", "middle", "last", "suffix", "formatted", "nickname", "gender", "birthday",
        "anniversary", "organization", "units", "jobTitle", "role", "categories", "favorite", "nationality", "urls",
        "note",
    ]

    /// The fields whose text is the value of a card property, by its name.
    package static let byProperty = Dictionary(
        all.compactMap { field in field.property.map { ($0, field) } },
        uniquingKeysWith: { first, _ in first }
    )

    /// The wanted fields: first those of the names, in that order, then the others in the order of the table.
    private static func ordered(_ names: [String], where isWanted: (ContactField) -> Bool) -> [ContactField] {
        let wanted = all.filter(isWanted)
        let known = names.compactMap { name in wanted.first { $0.name == name } }
        return known + wanted.filter { !names.contains($0.name) }
    }

    /// Whether a value may have several lines.
    package var isMultiline: Bool {
        if case .note? = input?.rule { true } else { false }
    }
}

extension ContactField {
    /// The field of that name in the table.
    package static func field(_ name: String) -> ContactField {
        guard let field = all.first(where: { $0.name == name }) else {
            preconditionFailure("“\(name)” is no field of a contact.")
        }
        return field
    }

    package static let id = field("id")
    package static let source = field("source")
    package static let edited = field("edited")
    package static let name = field("name")
    package static let title = field("title")
    package static let first = field("first")
    package static let middle = field("middle")
    package static let last = field("last")
    package static let suffix = field("suffix")
    package static let formatted = field("formatted")
    package static let nickname = field("nickname")
    package static let gender = field("gender")
    package static let emails = field("emails")
    package static let email = field("email")
    package static let phones = field("phones")
    package static let phone = field("phone")
    package static let cell = field("cell")
    package static let addresses = field("addresses")
    package static let address = field("address")
    package static let city = field("city")
    package static let country = field("country")
    package static let birthday = field("birthday")
    package static let anniversary = field("anniversary")
    package static let organization = field("organization")
    package static let units = field("units")
    package static let jobTitle = field("jobTitle")
    package static let role = field("role")
    package static let note = field("note")
    package static let categories = field("categories")
    package static let favorite = field("favorite")
    package static let photo = field("photo")
    package static let nationality = field("nationality")
    package static let picture = field("picture")
    package static let uid = field("uid")
}
