/// The names that a program gives to its columns in one language, for the English ones.
struct CSVHeaderSet: Sendable {
    /// The English names by the keys of the names of the language.
    private let englishNames: [String: [String]]
    /// How many columns have a place in the set; words have none.
    let count: Int

    /// Reads the names of a language, which are in the order of the English ones.
    ///
    /// - Parameters:
    ///   - english: The English names.
    ///   - names: As many names, between bars and line ends. None stands where the name is the English one or is not known;
    ///     a semicolon is between the names of several versions.
    ///   - others: Further names, each with its English one: `Telefon 2=Other Phone`.
    init(_ english: [String], _ names: String, others: String = "") {
        var found: [String: [String]] = [:]
        let names = Self.names(names)
        for (name, english) in zip(names, english) {
            for version in name.isEmpty ? [english] : name.split(separator: ";").map(String.init) {
                Self.add(version, english, &found)
            }
        }
        self.init(found, others, count: names.count)
    }

    /// Reads names with their English ones, a pair a line.
    init(words: String) {
        self.init([:], words, count: 0)
    }

    private init(_ names: [String: [String]], _ others: String, count: Int) {
        self.count = count
        var names = names
        for line in others.split(separator: "\n") {
            let pair = line.split(separator: "=").map(String.init)
            if pair.count == 2 { Self.add(pair[0], pair[1], &names) }
        }
        englishNames = names
    }

    private static func add(_ name: String, _ english: String, _ names: inout [String: [String]]) {
        names[CSVColumn.key(name), default: []].append(english)
    }

    /// The English names of the columns that the language has other names for, in the order of their keys.
    func translations(_ keys: [String]) -> [String] {
        keys.compactMap { key in
            englishNames[key]?.first.flatMap { CSVColumn.key($0) == key ? nil : $0 }
        }
    }

    /// The names between the bars, with nothing for one that is left out.
    static func names(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0 == "|" || $0 == "\n" }.map(String.init)
    }

    /// The English name for the key of a name, which may be the same.
    ///
    /// Programs give several columns one name; these are told apart by their order.
    func english(_ key: String, occurrence: Int = 0) -> String? {
        guard let names = englishNames[key] else { return nil }
        return names[min(occurrence, names.count - 1)]
    }
}
