extension ContactField {
    /// All fields, in the order in which a card is stored and a contact is edited.
    ///
    /// A list comes before the field of its first value (`phones`, `phone`), because an edit of both sets the list first.
    package static let all = [
        name, title, first, middle, last, suffix, formatted, nickname, gender, pronouns, emails, email, phones, phone,
        cell, addresses, address, street, city, state, postcode, country, birthday, anniversary, organization, units,
        jobTitle, role, note, urls, categories, favorite, photo, nationality, picture, pictureLarge, pictureMedium,
        pictureThumbnail, registered, uid, lines, dates, relations, messengers, profiles, kind, members, id, source,
        edited,
    ]

    package static let name = ContactField(
        "name",
        .name,
        query: Query(aliases: ["formatted_name", "fn", "n"], index: .own) {
            $0.name.searchedTexts + ($0.nickname.map { [$0] } ?? [])
        },
        output: Output(aliases: ["fn", "fullname", "formattedname"]),
        storage: nil
    )
    package static let title = ContactField(
        "title",
        .text(Access({ $0.name.title }, { $0.name.title = $1 })),
        input: Input("Prefix", .text(\.title), rule: .line("form of address")),
        merge: .fill("prefix"),
        columns: ["title", "prefix", "nameprefix", "honorific"]
    )
    package static let first = ContactField(
        "first",
        .text(Access({ $0.name.first }, { $0.name.first = $1 })),
        query: Query(aliases: ["first_name", "firstname", "given"], index: .covered),
        output: Output(aliases: ["firstname", "name.first", "givenname"], isPart: true),
        input: Input("First name", .text(\.firstName), rule: .line("first name")),
        columns: ["first_name", "first", "givenname", "forename"]
    )
    package static let middle = ContactField(
        "middle",
        .text(Access({ $0.name.middle }, { $0.name.middle = $1 })),
        output: Output(aliases: ["name.middle"], isPart: true),
        input: Input("Middle name", .text(\.middleName), rule: .line("middle name")),
        merge: .fill("middle name"),
        columns: ["middle_name", "middle", "additionalname", "additionalnames"]
    )
    package static let last = ContactField(
        "last",
        .text(Access({ $0.name.last }, { $0.name.last = $1 })),
        query: Query(aliases: ["last_name", "lastname", "family", "surname"], index: .covered),
        output: Output(aliases: ["lastname", "name.last", "familyname", "surname"], isPart: true),
        input: Input("Last name", .text(\.lastName), rule: .line("last name")),
        columns: ["last_name", "last", "familyname", "surname"]
    )
    package static let suffix = ContactField(
        "suffix",
        .text(Access({ $0.name.suffix }, { $0.name.suffix = $1 })),
        output: Output(aliases: ["name.suffix"], isPart: true),
        input: Input("Suffix", .text(\.suffix), rule: .line("suffix")),
        merge: .fill("suffix"),
        columns: ["suffix", "namesuffix"]
    )
    package static let formatted = ContactField(
        "formatted",
        .text(Access({ $0.name.formatted }, { $0.name.formatted = $1 })),
        input: Input("Full name", .text(\.formattedName), rule: .line("formatted name")),
        columns: ["full_name", "name", "displayname", "formattedname", "fileas"]
    )

    package static let nickname = text(
        "nickname",
        { $0.nickname },
        { $0.nickname = $1 },
        edit: \.nickname,
        label: "Nickname",
        aliases: ["nick", "nicknames"],
        index: .covered,
        property: "NICKNAME"
    )
    package static let gender = text(
        "gender",
        { $0.gender },
        { $0.gender = $1 },
        edit: \.gender,
        label: "Gender",
        aliases: ["sex"]
    )
    package static let pronouns = text(
        "pronouns",
        { $0.pronouns },
        { $0.pronouns = $1 },
        edit: \.pronouns,
        label: "Pronouns",
        aliases: ["pronoun"],
        property: "PRONOUNS"
    )

    package static let emails = ContactField(
        "emails",
        .values(Access({ $0.emails }, { $0.emails = $1 })),
        output: Output(),
        input: Input("E-mail", .values(\.emails), rule: .email),
        merge: .emails
    )
    package static let email = ContactField(
        "email",
        .text(Access({ $0.email }, { $0.email = $1 })),
        query: Query(aliases: ["emails", "mail"], index: .own) { $0.emails.map(\.value) },
        output: Output(aliases: ["mail"]),
        input: Input(nil, .text(\.email), rule: .email),
        storage: nil
    )
    package static let phones = ContactField(
        "phones",
        .values(Access({ $0.phones }, { $0.phones = $1 })),
        output: Output(aliases: ["phonenumbers"]),
        input: Input("Phone", .values(\.phones), rule: .phone("telephone number")),
        merge: .phones
    )
    package static let phone = ContactField(
        "phone",
        .text(Access({ $0.phone }, { $0.phone = $1 })),
        query: Query(aliases: ["phones", "phone_numbers", "tel"], form: .phone, index: .own) {
            $0.phones.map(\.value)
        },
        output: Output(aliases: ["tel"]),
        input: Input(nil, .text(\.phone), rule: .phone("telephone number"))
    )
    package static let cell = ContactField(
        "cell",
        .text(Access({ $0.cell }, { $0.cell = $1 })),
        query: Query(aliases: ["mobile"], form: .phone, index: .covered) {
            $0.phones.filter { $0.types.contains("cell") }.map(\.value)
        },
        output: Output(aliases: ["mobile"]),
        input: Input(nil, .text(\.cell), rule: .phone("mobile number"))
    )
    package static let addresses = ContactField(
        "addresses",
        .addresses,
        output: Output(aliases: ["postaddresses"]),
        input: Input("Address", .addresses, rule: .address),
        merge: .addresses
    )
    package static let address = ContactField(
        "address",
        .address,
        query: Query(aliases: ["addresses", "adr", "post"], index: .own) {
            $0.addresses.map { $0.address.searchedTexts.joined(separator: " ") }
        },
        output: Output(),
        storage: nil
    )
    package static let street = part(.street, aliases: [])
    package static let city = part(.city, aliases: [])
    package static let state = part(.state, aliases: [])
    package static let postcode = part(.postcode, aliases: ["zip", "postal_code"])
    package static let country = part(.country, aliases: [])

    package static let birthday = ContactField(
        "birthday",
        .text(Access({ $0.birthday }, { $0.birthday = $1 })),
        query: Query(aliases: ["bday", "born"], form: .date),
        output: Output(aliases: ["bday"]),
        input: Input("Birthday", .text(\.birthday), rule: .date("birthday")),
        merge: .fill("birthday"),
        columns: ["birthday", "bday", "dateofbirth", "dob", "birthdate"]
    )
    package static let anniversary = ContactField(
        "anniversary",
        .text(Access({ $0.anniversary }, { $0.anniversary = $1 })),
        query: Query(form: .date),
        output: Output(),
        input: Input("Anniversary", .text(\.anniversary), rule: .date("anniversary")),
        merge: .fill("anniversary"),
        columns: ["anniversary"]
    )

    package static let organization = ContactField(
        "organization",
        .text(Access({ $0.organization }, { $0.organization = $1 })),
        query: Query(aliases: ["org", "organisation", "company"], index: .own) { contact in
            let parts = (contact.organization.map { [$0] } ?? []) + contact.organizationUnits
            return parts.isEmpty ? [] : [parts.joined(separator: " ")]
        },
        output: Output(aliases: ["org", "organisation", "company"]),
        input: Input("Organization", .text(\.organization), rule: .line("organization")),
        merge: .fill("organization"),
        columns: [
            "organization", "organisation", "company", "organizationname", "organization1name", "employer",
        ]
    )
    package static let units = ContactField(
        "units",
        .texts(Access({ $0.organizationUnits }, { $0.organizationUnits = $1 })),
        output: Output(),
        input: Input("Unit", .texts(\.organizationUnits), rule: .line("unit of the organization")),
        merge: .union,
        columns: ["units", "unit", "department", "organizationdepartment", "organization1department"]
    )
    package static let jobTitle = ContactField(
        "jobTitle",
        .text(Access({ $0.jobTitle }, { $0.jobTitle = $1 })),
        query: Query(name: "title", aliases: ["job", "job_title"], index: .own),
        output: Output(aliases: ["title", "job"]),
        input: Input("Job title", .text(\.jobTitle), rule: .line("job title")),
        merge: .fill("job title"),
        columns: ["job_title", "position", "organizationtitle", "organization1title"],
        property: "TITLE"
    )
    package static let role = text(
        "role",
        { $0.role },
        { $0.role = $1 },
        edit: \.role,
        label: "Role",
        aliases: ["profession"],
        index: .own,
        property: "ROLE"
    )

    package static let note = ContactField(
        "note",
        .text(Access({ $0.note }, { $0.note = $1 })),
        query: Query(aliases: ["notes"], index: .own),
        output: Output(aliases: ["notes"]),
        input: Input("Note", .text(\.note), rule: .note),
        columns: ["note", "notes", "comment", "comments"],
        property: "NOTE"
    )
    package static let urls = ContactField(
        "urls",
        .texts(Access({ $0.urls }, { $0.urls = $1 })),
        query: Query(name: "url", aliases: ["urls", "web", "webpage"], index: .own),
        output: Output(aliases: ["url"]),
        input: Input("URL", .texts(\.urls), rule: .link),
        merge: .union,
        columns: ["urls", "url", "webpage", "website", "homepage"]
    )
    package static let categories = ContactField(
        "categories",
        .texts(Access({ $0.categories }, { $0.categories = $1 })),
        query: Query(name: "category", aliases: ["categories", "group", "groups"], form: .wholeWords, index: .own),
        output: Output(aliases: ["category", "group", "groups"]),
        input: Input("Group", .texts(\.categories), rule: .group),
        merge: .foldedUnion,
        columns: ["groups", "group", "categories", "category", "labels", "groupmembership", "tags"],
        storage: .mark
    )
    package static let favorite = ContactField(
        "favorite",
        .flag(Access({ $0.isFavorite }, { $0.isFavorite = $1 })),
        query: Query(aliases: ["favourite", "starred"], form: .flag),
        output: Output(aliases: ["favourite"]),
        input: Input("Favorite", .flag(\.isFavorite), rule: .none),
        merge: .either,
        columns: ["favorite", "favourite", "starred"],
        storage: .mark
    )

    package static let photo = ContactField("photo", .photo, output: Output())
    package static let nationality = ContactField(
        "nationality",
        .text(Access({ $0.nationality }, { $0.nationality = $1 })),
        query: Query(name: "nat", aliases: ["nationality"], form: .whole),
        output: Output(aliases: ["nat"]),
        merge: .fill("nationality"),
        columns: ["nationality"]
    )
    package static let picture = ContactField("picture", .picture, output: Output(), storage: nil)
    static let pictureLarge = ContactField(
        "pictureLarge",
        .text(Access({ $0.picture.large }, { $0.picture.large = $1 }))
    )
    static let pictureMedium = ContactField(
        "pictureMedium",
        .text(Access({ $0.picture.medium }, { $0.picture.medium = $1 }))
    )
    static let pictureThumbnail = ContactField(
        "pictureThumbnail",
        .text(Access({ $0.picture.thumbnail }, { $0.picture.thumbnail = $1 }))
    )

    static let registered = ContactField(
        "registered",
        .text(Access({ $0.registered }, { $0.registered = $1 })),
        output: Output()
    )
    package static let uid = ContactField(
        "uid",
        .text(Access({ $0.uid }, { $0.uid = $1 })),
        query: Query(form: .beginning) { $0.searchedIdentifiers },
        output: Output(),
        columns: ["uid", "id"]
    )
    static let lines = ContactField(
        "lines",
        .texts(Access({ $0.lines }, { $0.lines = $1 })),
        output: Output(),
        merge: .union
    )

    // What kept lines of a card say; `lines` stores these fields, so it comes before them.
    package static let dates = values("dates", { $0.dates }, { $0.dates = $1 }, \.dates, "Date", rule: .date("date"))
    package static let relations = values(
        "relations",
        { $0.relations },
        { $0.relations = $1 },
        \.relations,
        "Related",
        aliases: ["related", "relation"],
        rule: .line("related person")
    )
    package static let messengers = values(
        "messengers",
        { $0.messengers },
        { $0.messengers = $1 },
        \.messengers,
        "Messenger",
        aliases: ["messenger", "impp", "im"]
    )
    package static let profiles = values(
        "profiles",
        { $0.profiles },
        { $0.profiles = $1 },
        \.profiles,
        "Profile",
        aliases: ["profile", "socialprofile"]
    )
    package static let kind = ContactField(
        "kind",
        .text(Access({ $0.kind }, { $0.kind = $1 })),
        query: Query(form: .whole),
        output: Output(),
        input: Input("Kind", .text(\.kind), rule: .line("kind")),
        storage: nil
    )
    package static let members = ContactField(
        "members",
        .texts(Access({ $0.members }, { $0.members = $1 })),
        query: Query(aliases: ["member"]),
        output: Output(aliases: ["member"]),
        input: Input("Member", .texts(\.members), rule: .line("member")),
        storage: nil
    )

    package static let id = ContactField(
        "id",
        .text(Access(reading: { $0.id.rawValue })),
        query: Query(form: .beginning),
        output: Output(),
        storage: nil
    )
    package static let source = ContactField(
        "source",
        .flag(Access(reading: { $0.origin == .source })),
        query: Query(aliases: ["origin"], form: .origin),
        storage: nil
    )
    package static let edited = ContactField(
        "edited",
        .flag(Access(reading: { $0.isEdited })),
        query: Query(form: .flag),
        output: Output(),
        storage: nil
    )

    /// A part of the postal address that is shown first; a query looks at all addresses.
    private static func part(_ part: AddressPart, aliases: [String] = []) -> ContactField {
        ContactField(
            part.rawValue,
            .text(Access({ $0.address[part] }, { $0.address[part] = $1 })),
            query: Query(aliases: aliases, index: .covered) { $0.addresses.compactMap { $0.address[part] } },
            output: Output(aliases: ["address.\(part.rawValue)"] + aliases, isPart: true),
            storage: nil
        )
    }

    private static func values(
        _ name: String,
        _ get: @escaping @Sendable (Contact) -> [ContactValue],
        _ set: @escaping @Sendable (inout Contact, [ContactValue]) -> Void,
        _ edit: any WritableKeyPath<ContactEdit, [ContactValue]?> & Sendable,
        _ label: String,
        aliases: [String] = [],
        rule: Input.Rule? = nil
    ) -> ContactField {
        ContactField(
            name,
            .values(Access(get, set)),
            query: Query(aliases: aliases) { get($0).map(\.value) },
            output: Output(aliases: aliases),
            input: Input(label, .values(edit), rule: rule ?? .line(label.lowercased())),
            storage: nil
        )
    }
}
