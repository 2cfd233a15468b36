import Primitives
import Repository

/// The program that wrote a CSV file, detected by its column names: some have different meanings in each program.
enum CSVDialect: Equatable, Sendable {
    case own, google, outlook, thunderbird, yahoo, other

    init(_ header: [CSVHeader]) {
        let keys = Set(header.map(\.key))
        func has(_ names: String...) -> Bool { names.contains { keys.contains($0) } }
        self =
            if has("email1types"), has("phone1types"), has("uid") {
                .own
            } else if has("email1value", "phone1value", "email1label", "email1type", "groupmembership", "phone1type") {
                .google
            } else if has("primaryemail", "secondaryemail"), has("screenname", "displayname", "birthyear") {
                .thunderbird
            } else if has("messengerid", "yahooid", "alternateemail1", "yahoophone") {
                .yahoo
            } else if has("emailaddress"), !keys.isDisjoint(with: Self.outlookKeys) {
                .outlook
            } else {
                .other
            }
    }

    private static let outlookKeys: Set = [
        "businessstreet", "businessphone", "businesscity", "homestreet", "homephone", "mobilephone", "businessaddress",
        "homeaddress", "email2address", "emailtype",
    ]

    /// Returns the column for a header; `nil` if no program uses it.
    func column(_ header: CSVHeader) -> CSVColumn? {
        let key = header.key
        guard !key.isEmpty else { return nil }
        if self == .own { return CSVColumn(header: header.text) }
        let own: CSVColumn? =
            switch self {
            case .own, .other: nil
            case .google: Self.googleColumns[key] ?? Self.keptColumns[key]
            case .outlook: Self.outlookColumns[key] ?? Self.secondMail(key) ?? Self.keptColumns[key]
            case .thunderbird: Self.thunderbirdColumns[key]
            case .yahoo: Self.yahooColumns[key]
            }
        return own ?? Self.shared[key] ?? CSVColumn(header: key)
    }

    /// Outlook columns without a field, by key; each is kept as a line.
    private static let keptColumns: [String: CSVColumn] = Dictionary(
        [
            "Account", "Billing Information", "Directory Server", "Government ID Number", "Hobby", "Initials",
            "Internet Free Busy", "Keywords", "Language", "Location", "Mileage", "Office Location",
            "Organizational ID Number", "Priority", "Private", "Sensitivity",
        ].map { (CSVColumn.key($0), .line(CSVColumn.property($0))) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Ignores `E-mail 2 Type` and `E-mail 2 Display Name`, which say nothing about the contact.
    private static func secondMail(_ key: String) -> CSVColumn? {
        guard let mail = CSVNumberedKey(key, names: ["email"]), mail.number.count <= 1 else { return nil }
        return ["type", "displayname"].contains(mail.ending) ? .ignored : nil
    }

    private static let shared: [String: CSVColumn] = [
        "phoneticfirstname": .line("X-PHONETIC-FIRST-NAME"), "givennameyomi": .line("X-PHONETIC-FIRST-NAME"),
        "givenyomi": .line("X-PHONETIC-FIRST-NAME"), "phoneticmiddlename": .line("X-PHONETIC-MIDDLE-NAME"),
        "additionalnameyomi": .line("X-PHONETIC-MIDDLE-NAME"), "phoneticlastname": .line("X-PHONETIC-LAST-NAME"),
        "familynameyomi": .line("X-PHONETIC-LAST-NAME"), "surnameyomi": .line("X-PHONETIC-LAST-NAME"),
        "companyyomi": .line("X-PHONETIC-ORG"), "organization1yominame": .line("X-PHONETIC-ORG"),
        "spouse": .relation("spouse"), "children": .relation("child"), "managersname": .relation("manager"),
        "assistantsname": .relation("assistant"), "referredby": .relation("referred by"),
        "businesswebpage": .field(.urls), "personalwebpage": .field(.urls), "fileas": .fileAs,
        "imaddress": .messenger(""),
    ]

    private static let googleColumns: [String: CSVColumn] = [
        "photo": .photo, "occupation": .field(.role), "organization1type": .ignored,
        "organization1jobdescription": .field(.role), "name": .field(.formatted),
    ]

    private static let outlookColumns: [String: CSVColumn] = [
        "title": .field(.title), "profession": .field(.role), "primaryphone": .phone(slot: "primary", types: []),
    ]

    private static let thunderbirdColumns: [String: CSVColumn] = [
        "primaryemail": .email(slot: "1", types: []), "secondaryemail": .email(slot: "2", types: []),
        "screenname": .messenger("aim"), "faxnumber": .phone(slot: "fax", types: ["fax"]),
        "homeaddress": .addressPart(slot: "home", types: ["home"], .street),
        "homeaddress2": .addressPart(slot: "home", types: ["home"], .extended),
        "workaddress": .addressPart(slot: "work", types: ["work"], .street),
        "workaddress2": .addressPart(slot: "work", types: ["work"], .extended),
        "webpage1": .field(.urls), "webpage2": .field(.urls), "birthyear": .birth(.year),
        "birthmonth": .birth(.month), "birthday": .birth(.day),
    ]

    private static let yahooColumns: [String: CSVColumn] = [
        "title": .field(.jobTitle), "category": .field(.categories), "messengerid": .messenger("ymsgr"),
        "home": .phone(slot: "home", types: ["home"]), "work": .phone(slot: "work", types: ["work"]),
        "pager": .phone(slot: "pager", types: ["pager"]), "fax": .phone(slot: "fax", types: ["fax"]),
        "mobile": .phone(slot: "mobile", types: ["cell"]), "other": .phone(slot: "other", types: []),
        "yahoophone": .phone(slot: "yahoo", types: []), "primary": .phone(slot: "primary", types: []),
        "alternateemail1": .email(slot: "2", types: []), "alternateemail2": .email(slot: "3", types: []),
        "personalwebsite": .field(.urls), "businesswebsite": .field(.urls),
        "homeaddress": .addressPart(slot: "home", types: ["home"], .street),
        "workaddress": .addressPart(slot: "work", types: ["work"], .street), "comments": .field(.note),
        "skypeid": .messenger("skype"), "googleid": .messenger("xmpp"), "aolid": .messenger("aim"),
        "icqid": .messenger("icq"), "msnid": .messenger("msnim"), "jabberid": .messenger("xmpp"),
    ]
}
