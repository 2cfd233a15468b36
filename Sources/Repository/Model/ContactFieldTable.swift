extension ContactField {
    /// All fields, in the order in which a card is stored and a contact is edited.
    ///
    /// A list precedes the field of its first value (`phones`, `phone`), because an edit of both sets the list first.
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
        output: Output(aliases: ["fn", "fullname", "formattedname"])
    )
    package static let title = ContactField(
        "title",
        .text(Access(get: { $0.name.title }, set: { $0.name.title = $1 })),
        input: Input("Prefix", .text(\.title), rule: .line("form of address")),
        merge: .fill("prefix"),
        columns: ["title", "prefix", "nameprefix", "honorific"]
    )
    package static let first = ContactField(
        "first",
        .text(Access(get: { $0.name.first }, set: { $0.name.first = $1 })),
        query: Query(aliases: ["first_name", "firstname", "given"], index: .covered),
        output: Output(aliases: ["firstname", "name.first", "givenname"], isPart: true),
        input: Input("First name", .text(\.firstName), rule: .line("first name")),
        columns: ["first_name", "first", "givenname", "forename"]
    )
    package static let middle = ContactField(
        "middle",
        .text(Access(get: { $0.name.middle }, set: { $0.name.middle = $1 })),
        output: Output(aliases: ["name.middle"], isPart: true),
        input: Input("Middle name", .text(\.middleName), rule: .line("middle name")),
        merge: .fill("middle name"),
        columns: ["middle_name", "middle", "additionalname", "additionalnames"]
    )
    package static let last = ContactField(
        "last",
        .text(Access(get: { $0.name.last }, set: { $0.name.last = $1 })),
        query: Query(aliases: ["last_name", "lastname", "family", "surname"], index: .covered),
        output: Output(aliases: ["lastname", "name.last", "familyname", "surname"], isPart: true),
        input: Input("Last name", .text(\.lastName), rule: .line("last name")),
        columns: ["last_name", "last", "familyname", "surname"]
    )
    package static let suffix = ContactField(
        "suffix",
        .text(Access(get: { $0.name.suffix }, set: { $0.name.suffix = $1 })),
        output: Output(aliases: ["name.suffix"], isPart: true),
        input: Input("Suffix", .text(\.suffix), rule: .line("suffix")),
        merge: .fill("suffix"),
        columns: ["suffix", "namesuffix"]
    )
    package static let formatted = ContactField(
        "formatted",
        .text(Access(get: { $0.name.formatted }, set: { $0.name.formatted = $1 })),
        input: Input("Full name", .text(\.formattedName), rule: .line("formatted name")),
        columns: ["full_name", "name", "displayname", "formattedname", "fileas"]
    )

    package static let nickname = ContactField(
        "nickname",
        .text(Access(get: { $0.nickname }, set: { $0.nickname = $1 })),
        query: Query(aliases: ["nick", "nicknames"], index: .covered),
        output: Output(aliases: ["nick", "nicknames"]),
        input: Input("Nickname", .text(\.nickname), rule: .line("nickname")),
        merge: .fill("nickname"),
        columns: ["nickname", "nick", "nicknames"],
        property: "NICKNAME"
    )
    package static let gender = ContactField(
        "gender",
        .text(Access(get: { $0.gender }, set: { $0.gender = $1 })),
        query: Query(aliases: ["sex"]),
        output: Output(aliases: ["sex"]),
        input: Input("Gender", .text(\.gender), rule: .line("gender")),
        merge: .fill("gender"),
        columns: ["gender", "sex"]
    )
    package static let pronouns = ContactField(
        "pronouns",
        .text(Access(get: { $0.pronouns }, set: { $0.pronouns = $1 })),
        query: Query(aliases: ["pronoun"]),
        output: Output(aliases: ["pronoun"]),
        input: Input("Pronouns", .text(\.pronouns), rule: .line("pronouns")),
        merge: .fill("pronouns"),
        columns: ["pronouns", "pronoun"],
        property: "PRONOUNS"
    )

    package static let emails = ContactField(
        "emails",
        .values(Access(get: { $0.emails }, set: { $0.emails = $1 })),
        output: Output(),
        input: Input("E-mail", .values(\.emails), rule: .email),
        merge: .emails
    )
    package static let email = ContactField(
        "email",
        .text(Access(get: { $0.email }, set: { $0.email = $1 })),
        query: Query(aliases: ["emails", "mail"], index: .own) { $0.emails.map(\.value) },
        output: Output(aliases: ["mail"]),
        input: Input(nil, .text(\.email), rule: .email)
    )
    package static let phones = ContactField(
        "phones",
        .values(Access(get: { $0.phones }, set: { $0.phones = $1 })),
        output: Output(aliases: ["phonenumbers"]),
        input: Input("Phone", .values(\.phones), rule: .phone("telephone number")),
        merge: .phones
    )
    package static let phone = ContactField(
        "phone",
        .text(Access(get: { $0.phone }, set: { $0.phone = $1 })),
        query: Query(aliases: ["phones", "phone_numbers", "tel"], form: .phone, index: .own) {
            $0.phones.map(\.value)
        },
        output: Output(aliases: ["tel"]),
        input: Input(nil, .text(\.phone), rule: .phone("telephone number"))
    )
    package static let cell = ContactField(
        "cell",
        .text(Access(get: { $0.cell }, set: { $0.cell = $1 })),
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
        output: Output()
    )
    package static let street = part(.street, aliases: [])
    package static let city = part(.city, aliases: [])
    package static let state = part(.state, aliases: [])
    package static let postcode = part(.postcode, aliases: ["zip", "postal_code"])
    package static let country = part(.country, aliases: [])

    package static let birthday = ContactField(
        "birthday",
        .text(Access(get: { $0.birthday }, set: { $0.birthday = $1 })),
        query: Query(aliases: ["bday", "born"], form: .date),
        output: Output(aliases: ["bday"]),
        input: Input("Birthday", .text(\.birthday), rule: .date("birthday")),
        merge: .fill("birthday"),
        columns: ["birthday", "bday", "dateofbirth", "dob", "birthdate"]
    )
    package static let anniversary = ContactField(
        "anniversary",
        .text(Access(get: { $0.anniversary }, set: { $0.anniversary = $1 })),
        query: Query(form: .date),
        output: Output(),
        input: Input("Anniversary", .text(\.anniversary), rule: .date("anniversary")),
        merge: .fill("anniversary"),
        columns: ["anniversary"]
    )

    package static let organization = ContactField(
        "organization",
        .text(Access(get: { $0.organization }, set: { $0.organization = $1 })),
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
        .texts(Access(get: { $0.organizationUnits }, set: { $0.organizationUnits = $1 })),
        output: Output(),
        input: Input("Unit", .texts(\.organizationUnits), rule: .line("unit of the organization")),
        merge: .union,
        columns: ["units", "unit", "department", "organizationdepartment", "organization1department"]
    )
    package static let jobTitle = ContactField(
        "jobTitle",
        .text(Access(get: { $0.jobTitle }, set: { $0.jobTitle = $1 })),
        query: Query(name: "title", aliases: ["job", "job_title"], index: .own),
        output: Output(aliases: ["title", "job"]),
        input: Input("Job title", .text(\.jobTitle), rule: .line("job title")),
        merge: .fill("job title"),
        columns: ["job_title", "position", "organizationtitle", "organization1title"],
        property: "TITLE"
    )
    package static let role = ContactField(
        "role",
        .text(Access(get: { $0.role }, set: { $0.role = $1 })),
        query: Query(aliases: ["profession"], index: .own),
        output: Output(aliases: ["profession"]),
        input: Input("Role", .text(\.role), rule: .line("role")),
        merge: .fill("role"),
        columns: ["role", "profession"],
        property: "ROLE"
    )

    package static let note = ContactField(
        "note",
        .text(Access(get: { $0.note }, set: { $0.note = $1 })),
        query: Query(aliases: ["notes"], index: .own),
        output: Output(aliases: ["notes"]),
        input: Input("Note", .text(\.note), rule: .note),
        columns: ["note", "notes", "comment", "comments"],
        property: "NOTE"
    )
    package static let urls = ContactField(
        "urls",
        .texts(Access(get: { $0.urls }, set: { $0.urls = $1 })),
        query: Query(name: "url", aliases: ["urls", "web", "webpage"], index: .own),
        output: Output(aliases: ["url"]),
        input: Input("URL", .texts(\.urls), rule: .link),
        merge: .union,
        columns: ["urls", "url", "webpage", "website", "homepage"]
    )
    package static let categories = ContactField(
        "categories",
        .texts(Access(get: { $0.categories }, set: { $0.categories = $1 })),
        query: Query(name: "category", aliases: ["categories", "group", "groups"], form: .wholeWords, index: .own),
        output: Output(aliases: ["category", "group", "groups"]),
        input: Input("Group", .texts(\.categories), rule: .group),
        merge: .foldedUnion,
        columns: ["groups", "group", "categories", "category", "labels", "groupmembership", "tags"]
    )
    package static let favorite = ContactField(
        "favorite",
        .flag(Access(get: { $0.isFavorite }, set: { $0.isFavorite = $1 })),
        query: Query(aliases: ["favourite", "starred"], form: .flag),
        output: Output(aliases: ["favourite"]),
        input: Input("Favorite", .flag(\.isFavorite), rule: .none),
        merge: .either,
        columns: ["favorite", "favourite", "starred"]
    )

    package static let photo = ContactField("photo", .photo, output: Output())
    package static let nationality = ContactField(
        "nationality",
        .text(Access(get: { $0.nationality }, set: { $0.nationality = $1 })),
        query: Query(name: "nat", aliases: ["nationality"], form: .whole),
        output: Output(aliases: ["nat"]),
        merge: .fill("nationality"),
        columns: ["nationality"]
    )
    package static let picture = ContactField("picture", .picture, output: Output())
    static let pictureLarge = ContactField(
        "pictureLarge",
        .text(Access(get: { $0.picture.large }, set: { $0.picture.large = $1 }))
    )
    static let pictureMedium = ContactField(
        "pictureMedium",
        .text(Access(get: { $0.picture.medium }, set: { $0.picture.medium = $1 }))
    )
    static let pictureThumbnail = ContactField(
        "pictureThumbnail",
        .text(Access(get: { $0.picture.thumbnail }, set: { $0.picture.thumbnail = $1 }))
    )

    static let registered = ContactField(
        "registered",
        .text(Access(get: { $0.registered }, set: { $0.registered = $1 })),
        output: Output()
    )
    package static let uid = ContactField(
        "uid",
        .text(Access(get: { $0.uid }, set: { $0.uid = $1 })),
        query: Query(form: .beginning) { $0.searchedIdentifiers },
        output: Output(),
        columns: ["uid", "id"]
    )
    static let lines = ContactField(
        "lines",
        .texts(Access(get: { $0.lines }, set: { $0.lines = $1 })),
        output: Output(),
        merge: .union
    )

    // Fields derived from kept card lines; `lines`, which stores them, comes before them.
    package static let dates = ContactField(
        "dates",
        .values(Access(get: { $0.dates }, set: { $0.dates = $1 })),
        query: Query(),
        output: Output(),
        input: Input("Date", .values(\.dates), rule: .date("date"))
    )
    package static let relations = ContactField(
        "relations",
        .values(Access(get: { $0.relations }, set: { $0.relations = $1 })),
        query: Query(aliases: ["related", "relation"]),
        output: Output(aliases: ["related", "relation"]),
        input: Input("Related", .values(\.relations), rule: .line("related person"))
    )
    package static let messengers = ContactField(
        "messengers",
        .values(Access(get: { $0.messengers }, set: { $0.messengers = $1 })),
        query: Query(aliases: ["messenger", "impp", "im"]),
        output: Output(aliases: ["messenger", "impp", "im"]),
        input: Input("Messenger", .values(\.messengers), rule: .line("messenger"))
    )
    package static let profiles = ContactField(
        "profiles",
        .values(Access(get: { $0.profiles }, set: { $0.profiles = $1 })),
        query: Query(aliases: ["profile", "socialprofile"]),
        output: Output(aliases: ["profile", "socialprofile"]),
        input: Input("Profile", .values(\.profiles), rule: .line("profile"))
    )
    package static let kind = ContactField(
        "kind",
        .text(Access(get: { $0.kind }, set: { $0.kind = $1 })),
        query: Query(form: .whole),
        output: Output(),
        input: Input("Kind", .text(\.kind), rule: .line("kind"))
    )
    package static let members = ContactField(
        "members",
        .texts(Access(get: { $0.members }, set: { $0.members = $1 })),
        query: Query(aliases: ["member"]),
        output: Output(aliases: ["member"]),
        input: Input("Member", .texts(\.members), rule: .line("member"))
    )

    package static let id = ContactField(
        "id",
        .text(Access(get: { $0.id.rawValue }, set: { _, _ in })),
        query: Query(form: .beginning),
        output: Output()
    )
    package static let source = ContactField(
        "source",
        .flag(Access(get: { $0.origin == .source }, set: { _, _ in })),
        query: Query(aliases: ["origin"], form: .origin)
    )
    package static let edited = ContactField(
        "edited",
        .flag(Access(get: { $0.isEdited }, set: { _, _ in })),
        query: Query(form: .flag),
        output: Output()
    )

    /// Returns a part of the postal address that is shown first; a query searches all addresses.
    private static func part(_ part: AddressPart, aliases: [String] = []) -> ContactField {
        ContactField(
            part.rawValue,
            .text(Access(get: { $0.address[part] }, set: { $0.address[part] = $1 })),
            query: Query(aliases: aliases, index: .covered) { $0.addresses.compactMap { $0.address[part] } },
            output: Output(aliases: ["address.\(part.rawValue)"] + aliases, isPart: true)
        )
    }
}
