/// A column of a header, with its name in English.
struct CSVHeader: Equatable, Sendable {
    /// The name in the file.
    let text: String
    /// The English name; the one in the file if it isn't a translation.
    let name: String
    /// The key of the English name.
    let key: String
}

/// The columns of Outlook and Thunderbird in other languages, under their English names.
///
/// The whole header decides the language: `Ort` is a city in a list of addresses, and a location in Outlook.
struct CSVTranslation {
    /// The number of columns with names in the recognized language; 0 if none was recognized.
    let hits: Int
    /// The header sets of that language, the one with the most known columns first, then the words known in every file.
    private let sets: [CSVHeaderSet]

    /// Recognizes the language of a header.
    init(header: [String]) {
        let keys = header.map(CSVColumn.key).filter { $0.utf8.count <= Self.longest }
        var best: (hits: Int, sets: [CSVHeaderSet]) = (0, [])
        for language in CSVHeaderFile.shared.languages {
            for (place, set) in language.enumerated() {
                let names = set.translations(keys)
                guard names.count > best.hits, Self.isTelling(names, among: header.count) else { continue }
                best = (names.count, [set] + language[..<place] + language[(place + 1)...])
            }
        }
        hits = best.hits
        sets = best.sets + CSVHeaderFile.shared.words
    }

    /// Returns the columns of a header, in its order.
    static func columns(_ header: [String]) -> [CSVHeader] {
        let translation = CSVTranslation(header: header)
        var occurrences: [String: Int] = [:]
        return header.map { text in
            let key = CSVColumn.key(text)
            let occurrence = occurrences[key, default: 0]
            occurrences[key] = occurrence + 1
            guard let name = translation.english(key, occurrence) else {
                return CSVHeader(text: text, name: text, key: key)
            }
            return CSVHeader(text: text, name: name, key: CSVColumn.key(name))
        }
    }

    private func english(_ key: String, _ occurrence: Int) -> String? {
        guard key.utf8.count <= Self.longest else { return nil }
        for set in sets {
            if let name = set.english(key, occurrence: occurrence) { return name }
        }
        return Self.places(key)
    }

    // MARK: Recognition

    /// The maximum length of a name in bytes, so that a field of a megabyte isn't looked up in every language.
    private static let longest = 128

    /// Whether the names can't be a coincidence in a header of another language: there are many, or a third of the columns
    /// have such names, and one of them is only used for contacts.
    private static func isTelling(_ names: [String], among columns: Int) -> Bool {
        names.count >= 3
            || names.count * 3 >= columns && names.contains { telling.contains(CSVColumn.key($0)) }
    }

    private static let telling: Set = ["firstname", "lastname", "emailaddress", "primaryemail"]

    // MARK: Addresses of lists that are written by hand

    /// Translates a part of an address or a number with its place: `Straße geschäftlich 2`, `Ville (bureau)`.
    static func places(_ key: String) -> String? {
        let digits = key.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()
        var name = key.dropLast(digits.count)
        let place: String
        if let (ending, meaning) = endings.first(where: { name.hasSuffix($0.0) }) {
            name.removeLast(ending.count)
            place = meaning
        } else if let (beginning, meaning) = beginnings.first(where: { name.hasPrefix($0.0) }) {
            name.removeFirst(beginning.count)
            place = meaning
        } else {
            return nil
        }
        return parts[String(name)].map { place + $0 + digits }
    }

    private static let endings = [
        ("geschäftlich", "business"), ("privat", "home"), ("bureau", "business"), ("domicile", "home"),
        ("autre", "other"),
    ]

    private static let beginnings = [
        ("weitere", "other"), ("weiterer", "other"), ("weiteres", "other"),
        ("privat", "home"), ("dienstlich", "work"),
    ].sorted { $0.0.count > $1.0.count }

    private static let parts = [
        "straße": "street", "strasse": "street", "ort": "city", "region": "state", "bundesland": "state",
        "postleitzahl": "postalcode", "plz": "postalcode", "land": "country", "landregion": "country",
        "postfach": "addresspobox", "telefon": "phone", "fax": "fax", "adresse": "address", "rue": "street",
        "ville": "city", "codepostal": "postalcode", "déprégion": "state", "paysrégion": "country",
        "téléphone": "phone", "télécopie": "fax",
    ]
}
