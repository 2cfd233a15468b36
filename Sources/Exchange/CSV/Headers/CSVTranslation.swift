/// A column of a header, under the name that it has in English.
struct CSVHeader: Equatable, Sendable {
    /// Its name in the file.
    let text: String
    /// Its English name; the one in the file when it is no translation.
    let name: String
    /// The key of the English name.
    let key: String
}

/// The columns of Outlook and Thunderbird in other languages, under their English names.
///
/// The language is recognized by the header as a whole: `Ort` is a city in a list of addresses, and a location for Outlook.
struct CSVTranslation {
    /// How many columns have names of the language that was recognized; 0 when none was.
    let hits: Int
    /// The header sets of that language, the one with the most known columns first, then the words known in every file.
    private let sets: [CSVHeaderSet]

    /// Recognizes the language of a header.
    init(header: [String]) {
        let keys = header.map(CSVColumn.key).filter { $0.utf8.count <= Self.longest }
        var best: (hits: Int, sets: [CSVHeaderSet]) = (0, [])
        for language in Self.languages {
            for (place, set) in language.enumerated() {
                let names = set.translations(keys)
                guard names.count > best.hits, Self.isTelling(names, among: header.count) else { continue }
                best = (names.count, [set] + language[..<place] + language[(place + 1)...])
            }
        }
        hits = best.hits
        sets = best.sets + [Self.germanWords, Self.frenchWords]
    }

    /// The columns of a header, in its order.
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

    /// The bytes that no name exceeds: a field of a megabyte is not looked for in every language.
    private static let longest = 128

    /// Whether the names are no accident in a header of another language: there are many, or a third of the columns has
    /// such names, and one that columns of other things do not have.
    private static func isTelling(_ names: [String], among columns: Int) -> Bool {
        names.count >= 3
            || names.count * 3 >= columns && names.contains { telling.contains(CSVColumn.key($0)) }
    }

    private static let telling: Set = ["firstname", "lastname", "emailaddress", "primaryemail"]

    /// The sets of each language; of sets that know as many columns, the first counts.
    static let languages: [[CSVHeaderSet]] = [
        [germanWords, OutlookHeaders.german, ThunderbirdHeaders.german],
        [OutlookHeaders.french, ThunderbirdHeaders.french, frenchWords],
        [OutlookHeaders.spanish, ThunderbirdHeaders.spanish],
        [OutlookHeaders.italian, ThunderbirdHeaders.italian],
        [ThunderbirdHeaders.brazilian, OutlookHeaders.brazilian],
        [OutlookHeaders.portuguese, ThunderbirdHeaders.portuguese],
        [OutlookHeaders.romanian],
        [OutlookHeaders.dutch, ThunderbirdHeaders.dutch],
        [OutlookHeaders.swedish, ThunderbirdHeaders.swedish],
        [OutlookHeaders.danish, ThunderbirdHeaders.danish],
        [OutlookHeaders.norwegian],
        [OutlookHeaders.polish, ThunderbirdHeaders.polish],
        [OutlookHeaders.czech, ThunderbirdHeaders.czech],
        [OutlookHeaders.slovak],
        [OutlookHeaders.croatian],
        [OutlookHeaders.slovene],
        [OutlookHeaders.serbian],
        [OutlookHeaders.russian, ThunderbirdHeaders.russian],
        [OutlookHeaders.ukrainian],
        [OutlookHeaders.bulgarian],
        [OutlookHeaders.finnish],
        [OutlookHeaders.hungarian, ThunderbirdHeaders.hungarian],
        [OutlookHeaders.estonian],
        [OutlookHeaders.lithuanian],
        [OutlookHeaders.latvian],
        [OutlookHeaders.greek],
        [OutlookHeaders.turkish],
        [OutlookHeaders.japanese],
        [OutlookHeaders.korean],
        [OutlookHeaders.simplifiedChinese],
        [OutlookHeaders.traditionalChinese],
    ]
}
