import LoopbackHTTP
import Primitives

/// The parameters of a request after the service's silent corrections.
struct UserQuery: Sendable {
    enum Nations: Sendable, Equatable {
        /// Any nation in the version.
        case any
        case list([String])
        /// The toy figures, which have no country.
        case lego
        /// The nation that the last two characters of a seed select.
        case seeded(String, index: Int)
    }

    let version: APIVersion
    let results: Int
    let page: Double
    /// The given seed; nil if the server has to invent one.
    let seed: String?
    let gender: Gender?
    let nations: Nations
    let fields: Set<UserField>
    let isPretty: Bool
    let password: PasswordRule?
    let showsInfo: Bool
    let isDownload: Bool
    let callback: String?

    /// Parses the parameters; nil if the real service would crash on this request.
    init?(version: APIVersion, parameters: QueryString) {
        self.version = version
        results = Self.results(parameters)
        page = Self.page(parameters)
        let seed = parameters.text("seed")
        self.seed = seed
        gender = seed == nil ? parameters.text("gender").flatMap(Gender.init(rawValue:)) : nil
        guard let nations = Self.nations(version: version, parameters: parameters, seed: seed) else { return nil }
        self.nations = nations
        let included = parameters.text("inc").map(UserField.list) ?? Set(UserField.allCases)
        fields = included.subtracting(UserField.list(parameters["exc"] ?? ""))
        isPretty = ["pretty", "prettyjson"].contains(parameters.format)
        password = version >= .v1p1 ? parameters.text("password").flatMap(PasswordRule.init(parameter:)) : nil
        // The service ignores the value of `noinfo`, and only `lego=false` keeps the information; that is its own bug.
        showsInfo = parameters["noinfo"] == nil || parameters["lego"] == "false"
        isDownload = parameters["dl"] != nil || parameters["download"] != nil
        callback = parameters["callback"]
    }

    private static func results(_ parameters: QueryString) -> Int {
        guard let text = parameters.text("results"), !parameters.isRepeated("results"),
            let number = QueryString.number(text), let count = Int(exactly: number), (1...5_000).contains(count)
        else { return 1 }
        return count
    }

    private static func page(_ parameters: QueryString) -> Double {
        guard let page = parameters["page"].flatMap(QueryString.number), page > 0, page <= 10_000 else { return 1 }
        return page
    }

    private static func nations(version: APIVersion, parameters: QueryString, seed: String?) -> Nations? {
        if let seed, seed.utf16.count == 18 {
            let digits = seed.suffix(2).prefix { $0.isHexDigit && $0.isASCII }
            guard let index = Int(digits, radix: 16), index < version.nations.count else { return nil }
            return .seeded(version.nations[index], index: index)
        }
        if let lego = parameters["lego"], lego != "false" { return .lego }
        guard let text = parameters.text("nat") ?? parameters.text("nationality") else { return .any }
        let list = text.split(separator: ",").map { $0.uppercased() }
        guard list.allSatisfy(version.nations.contains) else { return .any }
        return list.isEmpty ? nil : .list(list)
    }

    /// The page number in the service's format.
    var pageText: String {
        Int(exactly: page).map(String.init) ?? page.description
    }

    /// Returns the seed for the random streams: seed and page are concatenated, so `abc` page 2 equals `abc2` page 1.
    func streamSeed(_ seed: String) -> String {
        var seed = seed
        if case .seeded = nations { seed = String(seed.prefix(16)) }
        return page == 1 ? seed : seed + pageText
    }

    /// Returns the seed as the service reports it.
    func toldSeed(_ seed: String) -> String {
        switch nations {
        case .any, .list: seed
        case .lego: seed + "-1"
        case .seeded(_, let index): seed + (index < 16 ? "0" : "") + String(index, radix: 16)
        }
    }
}

extension QueryString {
    /// Returns the last value of a parameter; nil if it is missing or empty.
    func text(_ name: String) -> String? {
        values[name]?.last.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The requested format in lowercase; empty if there is none.
    var format: String {
        (text("format") ?? text("fmt") ?? "").lowercased()
    }

    func isRepeated(_ name: String) -> Bool {
        (values[name]?.count ?? 0) > 1
    }

    /// Parses a number like JavaScript, the service's language, does: `5`, `5.0`, `1e3`, ` 7 `, `0x10`.
    static func number(_ text: String) -> Double? {
        let trimmed = text.trimmed()
        if trimmed.isEmpty { return 0 }
        if trimmed.hasPrefix("0x") || trimmed.hasPrefix("0X") {
            return Int(trimmed.dropFirst(2), radix: 16).map(Double.init)
        }
        guard trimmed.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(trimmed)
    }
}
