import EmbeddedFiles

/// A nation's invented names and places.
struct Nation: Sendable {
    let code: String
    /// The country; nil for the toy figures.
    let country: String?
    let male: [String]
    let female: [String]
    let last: [String]
    let streets: [String]
    let cities: [String]
    let states: [String]
    /// The patterns for phone numbers; several if the service chooses among them.
    let phones: [String]
    let cell: String

    /// The nations and the toy figures, by code.
    static let all: [String: Nation] = {
        var all: [String: Nation] = [:]
        for (code, lists) in NationFile.shared.sections { all[code] = Nation(code, lists) }
        return all
    }()

    /// Creates a nation from the lists in its section.
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

/// The lists in `nations.txt`, which describes its own format.
struct NationFile: Sendable {
    /// The lists of each section, by name.
    private(set) var sections: [String: [String: [String]]] = [:]

    /// The file that is embedded in the program.
    static let shared = NationFile(EmbeddedFiles.nations)

    init(_ text: String) {
        var section = ""
        var list = ""
        // Split bytes: splitting characters would delay the server's first reply by milliseconds.
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

/// Words for user names and passwords, shared by all nations.
enum CommonWords {
    static let adjectives = list("adjectives")
    static let nouns = list("nouns")
    static let passwords = list("passwords")

    private static func list(_ name: String) -> [String] {
        NationFile.shared.sections["words"]?[name] ?? []
    }
}
