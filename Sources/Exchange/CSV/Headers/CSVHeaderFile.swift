import EmbeddedFiles

/// A program's column names in one language, with the English ones.
struct CSVHeaderSet: Sendable {
    /// The English names by the keys of the names of the language.
    private var englishNames: [String: [String]] = [:]

    /// Adds the name of another column.
    mutating func add(_ name: String, _ english: String) {
        englishNames[CSVColumn.key(name), default: []].append(english)
    }

    /// Returns the English names of the columns whose names differ in the language, in the order of their keys.
    func translations(_ keys: [String]) -> [String] {
        keys.compactMap { key in
            englishNames[key]?.first.flatMap { CSVColumn.key($0) == key ? nil : $0 }
        }
    }

    /// Returns the English name for the key of a name, which may be the same.
    ///
    /// Programs give several columns the same name; these are distinguished by their order.
    func english(_ key: String, occurrence: Int = 0) -> String? {
        guard let names = englishNames[key] else { return nil }
        return names[min(occurrence, names.count - 1)]
    }
}

/// The names of columns in the files of mail programs in other languages, from `csv-headers.txt`, which explains its form.
struct CSVHeaderFile: Sendable {
    static let shared = CSVHeaderFile(EmbeddedFiles.csvHeaders)

    /// The English names by the program, in the order of its columns.
    private(set) var english: [String: [String]] = [:]
    /// The sets of each language; if several match the same number of columns, the first counts.
    private(set) var languages: [[CSVHeaderSet]] = []
    /// Words that are known in any file, for lists that are written by hand.
    private(set) var words: [CSVHeaderSet] = []
    /// The words that a column has in any language, by what they mean.
    private(set) var values: [String: Set<String>] = [:]

    init(_ text: String) {
        var last = ""
        var section = Section(title: "")
        // The empty title at the end ends the last section.
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

    /// The lines below a title such as `[outlook German]`.
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

        /// The names in the order of the English ones, then those of further columns.
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
