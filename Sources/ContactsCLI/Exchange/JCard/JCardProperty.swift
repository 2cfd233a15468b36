import VCard

/// How jCard (RFC 7095) says the values of a property.
struct JCardProperty: Sendable {
    /// The identifier of the type that a property has when it says nothing else, as RFC 6350 has it.
    let defaultType: String
    /// Whether components stand between semicolons.
    let isStructured: Bool
    /// Whether several values stand between commas.
    let isList: Bool

    /// The properties of that name, in upper case.
    init(_ name: String) {
        defaultType = Self.types[name] ?? "unknown"
        isStructured = ["N", "ADR", "ORG", "GENDER", "CLIENTPIDMAP"].contains(name)
        isList = ["NICKNAME", "CATEGORIES"].contains(name)
    }

    private static let types: [String: String] = {
        let byType = [
            "text": [
                "ADR", "CATEGORIES", "CLIENTPIDMAP", "EMAIL", "FN", "GENDER", "KIND", "N", "NICKNAME", "NOTE", "ORG",
                "PRODID", "ROLE", "TEL", "TITLE", "TZ", "XML", "BIRTHPLACE", "DEATHPLACE", "EXPERTISE", "HOBBY",
                "INTEREST",
            ],
            "uri": [
                "CALADRURI", "CALURI", "FBURL", "GEO", "IMPP", "KEY", "LOGO", "MEMBER", "PHOTO", "RELATED", "SOUND",
                "SOURCE", "UID", "URL", "ORG-DIRECTORY", "CONTACT-URI",
            ],
            "date-and-or-time": ["ANNIVERSARY", "BDAY", "DEATHDATE"],
            "timestamp": ["REV", "CREATED"],
            "language-tag": ["LANG"],
        ]
        return byType.reduce(into: [:]) { types, entry in
            for name in entry.value { types[name] = entry.key }
        }
    }()
}
