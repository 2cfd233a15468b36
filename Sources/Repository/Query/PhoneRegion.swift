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
    init?(named name: String) {
        if let region = PhoneRegion(name.filter { !$0.isWhitespace }) {
            self = region
            return
        }
        guard let code = CountryNames.codes[FoldedText.key(name)] else { return nil }
        self.code = code
    }

    /// How numbers are dialed there.
    var plan: PhonePlan? { PhonePlans.byCountry[code] }
}

extension Contact {
    /// The contact's own country: that of the address to show, else that of the nationality.
    package var phoneRegion: PhoneRegion? {
        address.country.flatMap { PhoneRegion(named: $0) } ?? nationality.flatMap { PhoneRegion($0) }
    }
}
