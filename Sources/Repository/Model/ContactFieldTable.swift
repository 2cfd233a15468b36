extension ContactField {
    /// All fields, in the order in which a card is stored and a contact is edited.
    ///
    /// A list comes before the field of its first value (`phones`, `phone`), because an edit of both sets the list first.
    package static let all: [ContactField] =
        names + person + reaching + dates + work + texts + pictures + imported + stated + identity

    private static let identity = [
        ContactField(
            "id",
            .text(Access(reading: { $0.id.rawValue })),
            query: Query(form: .beginning),
            output: Output(),
            storage: nil
        ),
        ContactField(
            "source",
            .flag(Access(reading: { $0.origin == .source })),
            query: Query(aliases: ["origin"], form: .origin),
            storage: nil
        ),
        ContactField(
            "edited",
            .flag(Access(reading: { $0.isEdited })),
            query: Query(form: .flag),
            output: Output(),
            storage: nil
        ),
    ]

    private static let names = [
        ContactField(
            "name",
            .name,
            query: Query(aliases: ["formatted_name", "fn", "n"], index: .own) {
                $0.name.searchedTexts + ($0.nickname.map { [$0] } ?? [])
            },
            output: Output(aliases: ["fn", "fullname", "formattedname"]),
            storage: nil
        ),
        ContactField(
            "title",
            .text(Access({ $0.name.title }, { $0.name.title = $1 })),
            input: Input("Prefix", .text(\.title), rule: .line("form of address")),
            merge: .fill("prefix"),
            columns: ["title", "prefix", "nameprefix", "honorific"]
        ),
        ContactField(
            "first",
            .text(Access({ $0.name.first }, { $0.name.first = $1 })),
            query: Query(aliases: ["first_name", "firstname", "given"], index: .covered),
            output: Output(aliases: ["firstname", "name.first", "givenname"], isPart: true),
            input: Input("First name", .text(\.firstName), rule: .line("first name")),
            columns: ["first_name", "first", "givenname", "forename"]
        ),
        ContactField(
            "middle",
            .text(Access({ $0.name.middle }, { $0.name.middle = $1 })),
            output: Output(aliases: ["name.middle"], isPart: true),
            input: Input("Middle name", .text(\.middleName), rule: .line("middle name")),
            merge: .fill("middle name"),
            columns: ["middle_name", "middle", "additionalname", "additionalnames"]
        ),
        ContactField(
            "last",
            .text(Access({ $0.name.last }, { $0.name.last = $1 })),
            query: Query(aliases: ["last_name", "lastname", "family", "surname"], index: .covered),
            output: Output(aliases: ["lastname", "name.last", "familyname", "surname"], isPart: true),
            input: Input("Last name", .text(\.lastName), rule: .line("last name")),
            columns: ["last_name", "last", "familyname", "surname"]
        ),
        ContactField(
            "suffix",
            .text(Access({ $0.name.suffix }, { $0.name.suffix = $1 })),
            output: Output(aliases: ["name.suffix"], isPart: true),
            input: Input("Suffix", .text(\.suffix), rule: .line("suffix")),
            merge: .fill("suffix"),
            columns: ["suffix", "namesuffix"]
        ),
        ContactField(
            "formatted",
            .text(Access({ $0.name.formatted }, { $0.name.formatted = $1 })),
            input: Input("Full name", .text(\.formattedName), rule: .line("formatted name")),
            columns: ["full_name", "name", "displayname", "formattedname", "fileas"]
        ),
    ]

    private static let person = [
        text(
            "nickname",
            { $0.nickname },
            { $0.nickname = $1 },
            edit: \.nickname,
            label: "Nickname",
            aliases: ["nick", "nicknames"],
            index: .covered,
            property: "NICKNAME"
        ),
        text("gender", { $0.gender }, { $0.gender = $1 }, edit: \.gender, label: "Gender", aliases: ["sex"]),
        text(
            "pronouns",
            { $0.pronouns },
            { $0.pronouns = $1 },
            edit: \.pronouns,
            label: "Pronouns",
            aliases: ["pronoun"],
            property: "PRONOUNS"
        ),
    ]

    private static let reaching = [
        ContactField(
            "emails",
            .values(Access({ $0.emails }, { $0.emails = $1 })),
            output: Output(),
            input: Input("E-mail", .values(\.emails), rule: .email),
            merge: .emails
        ),
        ContactField(
            "email",
            .text(Access({ $0.email }, { $0.email = $1 })),
            query: Query(aliases: ["emails", "mail"], index: .own) { $0.emails.map(\.value) },
            output: Output(aliases: ["mail"]),
            input: Input(nil, .text(\.email), rule: .email),
            storage: nil
        ),
        ContactField(
            "phones",
            .values(Access({ $0.phones }, { $0.phones = $1 })),
            output: Output(aliases: ["phonenumbers"]),
            input: Input("Phone", .values(\.phones), rule: .phone("telephone number")),
            merge: .phones
        ),
        ContactField(
            "phone",
            .text(Access({ $0.phone }, { $0.phone = $1 })),
            query: Query(aliases: ["phones", "phone_numbers", "tel"], form: .phone, index: .own) {
                $0.phones.map(\.value)
            },
            output: Output(aliases: ["tel"]),
            input: Input(nil, .text(\.phone), rule: .phone("telephone number"))
        ),
        ContactField(
            "cell",
            .text(Access({ $0.cell }, { $0.cell = $1 })),
            query: Query(aliases: ["mobile"], form: .phone, index: .covered) {
                $0.phones.filter { $0.types.contains("cell") }.map(\.value)
            },
            output: Output(aliases: ["mobile"]),
            input: Input(nil, .text(\.cell), rule: .phone("mobile number"))
        ),
        ContactField(
            "addresses",
            .addresses,
            output: Output(aliases: ["postaddresses"]),
            input: Input("Address", .addresses, rule: .address),
            merge: .addresses
        ),
        ContactField(
            "address",
            .address,
            query: Query(aliases: ["addresses", "adr", "post"], index: .own) {
                $0.addresses.map { $0.address.searchedTexts.joined(separator: " ") }
            },
            output: Output(),
            storage: nil
        ),
        part(.street, aliases: []),
        part(.city, aliases: []),
        part(.state, aliases: []),
        part(.postcode, aliases: ["zip", "postal_code"]),
        part(.country, aliases: []),
    ]

    private static let dates = [
        ContactField(
            "birthday",
            .text(Access({ $0.birthday }, { $0.birthday = $1 })),
            query: Query(aliases: ["bday", "born"], form: .date),
            output: Output(aliases: ["bday"]),
            input: Input("Birthday", .text(\.birthday), rule: .date("birthday")),
            merge: .fill("birthday"),
            columns: ["birthday", "bday", "dateofbirth", "dob", "birthdate"]
        ),
        ContactField(
            "anniversary",
            .text(Access({ $0.anniversary }, { $0.anniversary = $1 })),
            query: Query(form: .date),
            output: Output(),
            input: Input("Anniversary", .text(\.anniversary), rule: .date("anniversary")),
            merge: .fill("anniversary"),
            columns: ["anniversary"]
        ),
    ]

    private static let work = [
        ContactField(
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
        ),
        ContactField(
            "units",
            .texts(Access({ $0.organizationUnits }, { $0.organizationUnits = $1 })),
            output: Output(),
            input: Input("Unit", .texts(\.organizationUnits), rule: .line("unit of the organization")),
            merge: .union,
            columns: ["units", "unit", "department", "organizationdepartment", "organization1department"]
        ),
        ContactField(
            "jobTitle",
            .text(Access({ $0.jobTitle }, { $0.jobTitle = $1 })),
            query: Query(name: "title", aliases: ["job", "job_title"], index: .own),
            output: Output(aliases: ["title", "job"]),
            input: Input("Job title", .text(\.jobTitle), rule: .line("job title")),
            merge: .fill("job title"),
            columns: ["job_title", "position", "organizationtitle", "organization1title"],
            property: "TITLE"
        ),
        text(
            "role",
            { $0.role },
            { $0.role = $1 },
            edit: \.role,
            label: "Role",
            aliases: ["profession"],
            index: .own,
            property: "ROLE"
        ),
    ]

    private static let texts = [
        ContactField(
            "note",
            .text(Access({ $0.note }, { $0.note = $1 })),
            query: Query(aliases: ["notes"], index: .own),
            output: Output(aliases: ["notes"]),
            input: Input("Note", .text(\.note), rule: .note),
            columns: ["note", "notes", "comment", "comments"],
            property: "NOTE"
        ),
        ContactField(
            "urls",
            .texts(Access({ $0.urls }, { $0.urls = $1 })),
            query: Query(name: "url", aliases: ["urls", "web", "webpage"], index: .own),
            output: Output(aliases: ["url"]),
            input: Input("URL", .texts(\.urls), rule: .link),
            merge: .union,
            columns: ["urls", "url", "webpage", "website", "homepage"]
        ),
        ContactField(
            "categories",
            .texts(Access({ $0.categories }, { $0.categories = $1 })),
            query: Query(name: "category", aliases: ["categories", "group", "groups"], form: .wholeWords, index: .own),
            output: Output(aliases: ["category", "group", "groups"]),
            input: Input("Group", .texts(\.categories), rule: .group),
            merge: .foldedUnion,
            columns: ["groups", "group", "categories", "category", "labels", "groupmembership", "tags"],
            storage: .mark
        ),
        ContactField(
            "favorite",
            .flag(Access({ $0.isFavorite }, { $0.isFavorite = $1 })),
            query: Query(aliases: ["favourite", "starred"], form: .flag),
            output: Output(aliases: ["favourite"]),
            input: Input("Favorite", .flag(\.isFavorite), rule: .none),
            merge: .either,
            columns: ["favorite", "favourite", "starred"],
            storage: .mark
        ),
    ]

    private static let pictures = [
        ContactField("photo", .photo, output: Output()),
        ContactField(
            "nationality",
            .text(Access({ $0.nationality }, { $0.nationality = $1 })),
            query: Query(name: "nat", aliases: ["nationality"], form: .whole),
            output: Output(aliases: ["nat"]),
            merge: .fill("nationality"),
            columns: ["nationality"]
        ),
        ContactField("picture", .picture, output: Output(), storage: nil),
        ContactField("pictureLarge", .text(Access({ $0.picture.large }, { $0.picture.large = $1 }))),
        ContactField("pictureMedium", .text(Access({ $0.picture.medium }, { $0.picture.medium = $1 }))),
        ContactField("pictureThumbnail", .text(Access({ $0.picture.thumbnail }, { $0.picture.thumbnail = $1 }))),
    ]

    private static let imported = [
        ContactField(
            "registered",
            .text(Access({ $0.registered }, { $0.registered = $1 })),
            output: Output()
        ),
        ContactField(
            "uid",
            .text(Access({ $0.uid }, { $0.uid = $1 })),
            query: Query(form: .beginning) { $0.searchedIdentifiers },
            output: Output(),
            columns: ["uid", "id"]
        ),
        ContactField(
            "lines",
            .texts(Access({ $0.lines }, { $0.lines = $1 })),
            output: Output(),
            merge: .union
        ),
    ]

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
}

extension ContactField {
    /// The fields that show what kept lines of a card say; `lines` stores them, so it comes before them.
    static let stated = [
        values("dates", { $0.dates }, { $0.dates = $1 }, \.dates, "Date", rule: .date("date")),
        values(
            "relations",
            { $0.relations },
            { $0.relations = $1 },
            \.relations,
            "Related",
            aliases: ["related", "relation"],
            rule: .line("related person")
        ),
        values(
            "messengers",
            { $0.messengers },
            { $0.messengers = $1 },
            \.messengers,
            "Messenger",
            aliases: ["messenger", "impp", "im"]
        ),
        values(
            "profiles",
            { $0.profiles },
            { $0.profiles = $1 },
            \.profiles,
            "Profile",
            aliases: ["profile", "socialprofile"]
        ),
        ContactField(
            "kind",
            .text(Access({ $0.kind }, { $0.kind = $1 })),
            query: Query(form: .whole),
            output: Output(),
            input: Input("Kind", .text(\.kind), rule: .line("kind")),
            storage: nil
        ),
        ContactField(
            "members",
            .texts(Access({ $0.members }, { $0.members = $1 })),
            query: Query(aliases: ["member"]),
            output: Output(aliases: ["member"]),
            input: Input("Member", .texts(\.members), rule: .line("member")),
            storage: nil
        ),
    ]

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
