import EmbeddedFiles

/// A column header and its English name.
struct CSVHeader: Equatable, Sendable {
    /// The name in the file.
    let text: String
    /// The English name, or the one in the file if it isn't a known translation.
    let name: String
    /// The key of the English name.
    let key: String
}

/// Translates the column names of Outlook and Thunderbird from other languages into English.
///
/// The language is detected from the whole header: `Ort` is a city in an address list, but a location in Outlook.
struct CSVTranslation {
    /// The number of columns with names in the detected language; 0 if none was detected.
    let hits: Int
    /// The header sets of that language, with the best match first, and finally the words known in every file.
    private let sets: [CSVHeaderSet]

    /// Detects the language of a header.
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

    /// Returns the columns of a header, in order.
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

    // MARK: Detection

    /// The maximum length of a name in bytes, so that megabyte-sized fields aren't looked up in every language.
    private static let longest = 128

    /// Whether the matches can't be a coincidence: either there are many, or they make up a third of the columns and
    /// include a name that is only used for contacts.
    private static func isTelling(_ names: [String], among columns: Int) -> Bool {
        names.count >= 3
            || names.count * 3 >= columns && names.contains { telling.contains(CSVColumn.key($0)) }
    }

    private static let telling: Set = ["firstname", "lastname", "emailaddress", "primaryemail"]

    // MARK: Handwritten address lists

    /// Translates an address part or a phone number with its place: `Straße geschäftlich 2`, `Ville (bureau)`.
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

/// A program's column names in one language, mapped to the English ones.
struct CSVHeaderSet: Sendable {
    /// The English names, by key of the translated name.
    private var englishNames: [String: [String]] = [:]

    /// Adds the name of another column.
    mutating func add(_ name: String, _ english: String) {
        englishNames[CSVColumn.key(name), default: []].append(english)
    }

    /// Returns the English names for those keys whose translation differs from the English name, in order.
    func translations(_ keys: [String]) -> [String] {
        keys.compactMap { key in
            englishNames[key]?.first.flatMap { CSVColumn.key($0) == key ? nil : $0 }
        }
    }

    /// Returns the English name for a key, which may be the same.
    ///
    /// If a program uses the same name for several columns, they are distinguished by their order.
    func english(_ key: String, occurrence: Int = 0) -> String? {
        guard let names = englishNames[key] else { return nil }
        return names[min(occurrence, names.count - 1)]
    }
}

/// The localized column names of mail programs, from `csv-headers.txt`, which describes the format.
struct CSVHeaderFile: Sendable {
    static let shared = CSVHeaderFile(EmbeddedFiles.csvHeaders)

    /// The English names by program, in the order of its columns.
    private(set) var english: [String: [String]] = [:]
    /// The header sets of each language; if several match the same number of columns, the first one wins.
    private(set) var languages: [[CSVHeaderSet]] = []
    /// Words that are known in any file, for handwritten lists.
    private(set) var words: [CSVHeaderSet] = []
    /// The words for a column's values in all languages, by meaning.
    private(set) var values: [String: Set<String>] = [:]

    init(_ text: String) {
        var last = ""
        var section = Section(title: "")
        // The empty title at the end closes the last section.
        let lines: [Substring] = text.split(separator: "\n") + ["[]"]
        for line in lines where !line.hasPrefix("#") {
            guard line.hasPrefix("[") else {
                section.add(line)
                continue
            }
            switch (section.program, section.language) {
            case ("", _): break
            case ("values", _):
                for (meaning, words) in section.lines { values[meaning, default: []].formUnion(words) }
            case (let program, "English"): english[program] = section.lines.map(\.english)
            case (let program, let language):
                let set = section.set(in: english[program] ?? [])
                if program == "words" { words.append(set) }
                if language != last { languages.append([]) }
                languages[languages.count - 1].append(set)
                last = language
            }
            section = Section(title: line.dropFirst().dropLast())
        }
    }

    /// The lines under a title such as `[outlook German]`.
    private struct Section {
        let program: String
        let language: String
        var lines: [(english: String, names: [String])] = []

        init(title: Substring) {
            let words = title.split(separator: " ", maxSplits: 1).map(String.init)
            program = words.first ?? ""
            language = words.dropFirst().first ?? ""
        }

        mutating func add(_ line: Substring) {
            let parts = line.split(separator: " = ", maxSplits: 1)
            lines.append((String(parts[0]), parts.dropFirst().flatMap { $0.split(separator: ";").map(String.init) }))
        }

        /// Returns the names in the order of the English ones, followed by those of additional columns.
        func set(in english: [String]) -> CSVHeaderSet {
            var set = CSVHeaderSet()
            var rest = lines
            for english in english {
                let place = rest.firstIndex { $0.english == english }
                for name in place.map({ rest.remove(at: $0).names }) ?? [english] { set.add(name, english) }
            }
            for line in rest {
                for name in line.names { set.add(name, line.english) }
            }
            return set
        }
    }
}

/// Default values that Outlook writes if nothing was entered, and its localized words for male and female.
enum CSVDefaults {
    /// Whether a value is just a column's default; `key` is the key of the column's English name.
    static func isDefault(_ value: String, of key: String) -> Bool {
        let value = value.lowercased()
        switch key {
        case "gender": return has(value, "unspecified")
        // Normal, Normaal, Normale, Normální, Normál, and the languages that use a different word.
        case "priority", "sensitivity": return value.hasPrefix("norm") && value.count <= 12 || has(value, "normal")
        case "private": return has(value, "no")
        default: return false
        }
    }

    /// Returns the English word for a gender, or the text itself if it isn't one of Outlook's words.
    static func gender(_ text: String) -> String {
        let word = text.lowercased()
        return has(word, "male") ? "male" : has(word, "female") ? "female" : text
    }

    private static func has(_ word: String, _ meaning: String) -> Bool {
        CSVHeaderFile.shared.values[meaning]?.contains(word) ?? false
    }
}
