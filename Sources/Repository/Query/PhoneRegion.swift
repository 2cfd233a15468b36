import EmbeddedFiles

/// A country, as it decides what a telephone number without a country code means.
public struct PhoneRegion: Hashable, Codable, Sendable {
    /// The code in two upper-case letters (ISO 3166).
    public let code: String

    /// The country of a code in any case; `nil` for a code that no country has.
    public init?(_ code: String) {
        let code = code.uppercased()
        guard code.utf8.count == 2, code != "XX", PhonePlans.byCountry[code] != nil else { return nil }
        self.code = code
    }

    /// The variables that name the locale, the strongest first.
    public static let localeVariables = ["LC_ALL", "LC_TELEPHONE", "LANG"]

    /// The country of the locale, as the variables of a process name it; `nil` for locales of no country.
    public init?(localeIn variables: [String: String]) {
        let locale = Self.localeVariables.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        guard let territory = locale?.prefix(while: { $0 != "." && $0 != "@" }).split(separator: "_").dropFirst().first
        else { return nil }
        self.init(String(territory))
    }

    /// The country of a name, in English or in its own language, or of a code; `nil` for an unknown name.
    package init?(named name: String) {
        if let region = PhoneRegion(name.filter { !$0.isWhitespace }) {
            self = region
            return
        }
        guard let code = CountryNames.codes[FoldedText.key(name)] else { return nil }
        self.code = code
    }

    var plan: PhonePlan? { PhonePlans.byCountry[code] }
}

/// The dialing rules of a country.
struct PhonePlan: Sendable {
    /// The code of the country in two letters (ISO 3166); `XX` for services of no country.
    let country: String
    /// The code for calls from other countries.
    let code: String
    /// What is dialed before a number within the country and is not part of it; empty for nothing.
    let trunk: String
    /// The digits of a number without the trunk prefix where that prefix is told from the number by the length; else 0.
    let length: Int
    /// Whether numbers themselves begin with a zero.
    let keepsZero: Bool
    /// What is dialed before the code of another country, the longest first.
    let international: [String]
}

/// The dialing rules of all countries, from the ITU's tables (E.164, E.164D) and their national numbering plans.
enum PhonePlans {
    static let byCountry = Dictionary(all.map { ($0.country, $0) }, uniquingKeysWith: { first, _ in first })

    /// The plans by code; of several countries with one code, the first has the rules that all of them share.
    static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    /// The plan whose code the number begins with; no code is the beginning of another one.
    static func plan(of number: Substring) -> PhonePlan? {
        for length in 1...3 {
            if let plan = byCode[String(number.prefix(length))] { return plan }
        }
        return nil
    }

    private static let all = EmbeddedFiles.phonePlans.split(separator: "\n").flatMap { line -> [PhonePlan] in
        let parts = line.split(separator: " ").map(String.init)
        guard parts.count > 2, !line.hasPrefix("#") else { return [] }
        let trunk = parts[0].split(separator: "/").map(String.init)
        return parts[2...].compactMap { entry in
            let (country, code) = (entry.prefix(2), entry.dropFirst(2))
            guard country.utf8.count == 2, !code.isEmpty else { return nil }
            return PhonePlan(
                country: String(country),
                code: String(code),
                trunk: ["-", "="].contains(trunk[0]) ? "" : trunk[0],
                length: trunk.count > 1 ? Int(trunk[1]) ?? 0 : 0,
                keepsZero: trunk[0] == "=",
                international: parts[1].split(separator: ",").map(String.init)
            )
        }
    }
}

/// Names of countries as they stand in postal addresses.
enum CountryNames {
    /// The codes by name, as ``FoldedText/key(_:)`` has it.
    static let codes: [String: String] = {
        var codes: [String: String] = [:]
        for entry in EmbeddedFiles.countryNames.split(separator: "\n") where !entry.hasPrefix("#") {
            let parts = entry.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            for name in parts[1].split(separator: ",") {
                codes[FoldedText.key(String(name))] = String(parts[0].filter { !$0.isWhitespace })
            }
        }
        return codes
    }()
}
