import EmbeddedFiles

/// The invented names and places of one nation.
struct Nation: Sendable {
    let code: String
    /// Nil for the toy figures, which have no country.
    let country: String?
    let male: [String]
    let female: [String]
    let last: [String]
    let streets: [String]
    let cities: [String]
    let states: [String]
    /// The patterns of telephone numbers, several where the service chooses one.
    let phones: [String]
    let cell: String

    /// The nations and the toy figures by their code.
    static let all: [String: Nation] = {
        var all: [String: Nation] = [:]
        for (code, lists) in NationFile.shared.sections { all[code] = Nation(code, lists) }
        return all
    }()

    /// Creates a nation from the lists of its section.
    init(_ code: String, _ lists: [String: [String]]) {
        self.code = code
        country = lists["country"]?.first
        male = lists["male"] ?? []
        female = lists["female"] ?? []
        last = lists["last"] ?? []
        let names = lists["street names"] ?? []
        let forms = lists["street forms"] ?? []
        streets =
            forms.flatMap { form in
                let parts = form.split(separator: "*", omittingEmptySubsequences: false)
                return names.map { parts.joined(separator: $0) }
            }
            + (lists["other streets"] ?? []).map { $0 == "-" ? "" : $0 }
        cities = lists["cities"] ?? []
        states = lists["states"] ?? []
        phones = lists["phone"] ?? []
        cell = lists["cell"]?.first ?? ""
    }
}

/// The lists of `nations.txt`, which says how it is written.
struct NationFile: Sendable {
    /// The lists of each section by their name.
    private(set) var sections: [String: [String: [String]]] = [:]

    /// The file that is part of the program.
    static let shared = NationFile(EmbeddedFiles.nations)

    init(_ text: String) {
        var section = ""
        var list = ""
        // By bytes: by characters, the first answer of a server would come milliseconds later.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            var items = line
            switch line.first {
            case UInt8(ascii: "#"): continue
            case UInt8(ascii: "["):
                section = String(Substring(line.dropFirst().dropLast()))
                continue
            case UInt8(ascii: " "): break
            default:
                let name = line.prefix { $0 != UInt8(ascii: ":") }
                list = String(Substring(name))
                items = line.dropFirst(name.count + 1)
            }
            sections[section, default: [:]][list, default: []] += items.split(separator: UInt8(ascii: ","))
                .map { part in String(Substring(part.drop { $0 == UInt8(ascii: " ") })) }
                .filter { !$0.isEmpty }
        }
    }
}

/// Words for user names and passwords, common to all nations.
enum CommonWords {
    static let adjectives = list("adjectives")
    static let nouns = list("nouns")
    static let passwords = list("passwords")

    private static func list(_ name: String) -> [String] {
        NationFile.shared.sections["words"]?[name] ?? []
    }
}
