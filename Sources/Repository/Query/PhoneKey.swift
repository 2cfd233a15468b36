import EmbeddedFiles

/// A telephone number, or a part of one, in the form used for comparing and searching.
///
/// A number is known in E.164 form (``international``) if it has its country code (`+49 171 …`, `0049 171 …`), or if
/// the country is known from elsewhere (`0171 …` in Germany). Otherwise, the digits that all notations share
/// (``significant``) are compared.
package struct PhoneKey: Equatable, Sendable {
    /// All letters and digits; for a number with its country code, the code followed by ``significant``.
    let digits: String
    /// The part that all notations of the number share: without country code and trunk prefix.
    let significant: String
    /// Whether the number was written with a country code.
    let isInternational: Bool
    /// Whether the number starts with a zero, which is the trunk prefix in most countries.
    let hasTrunkZero: Bool
    /// The digits in E.164: the country code and the number; `nil` if the country isn't known.
    let international: String?

    /// Creates the key of a number; `nil` if it doesn't contain a letter or a digit.
    ///
    /// - Parameters:
    ///   - text: The number, with any punctuation.
    ///   - region: The country of a number without a country code; `nil` if it isn't known.
    package init?(_ text: String, region: PhoneRegion? = nil) {
        let (symbols, hasPlus) = Self.symbols(text)
        guard !symbols.isEmpty else { return nil }
        let plan = region?.plan
        guard let number = hasPlus ? symbols[...] : Self.withoutInternationalPrefix(symbols, plan) else {
            isInternational = false
            hasTrunkZero = symbols.first == Self.zero
            digits = Self.text(symbols[...])
            let own = plan.flatMap { Self.significant(symbols, in: $0) }
            let rest = Self.text(own ?? (hasTrunkZero ? symbols.drop { $0 == Self.zero } : symbols[...]))
            significant = rest
            international = own == nil ? nil : plan.flatMap { Self.plain($0.code + rest) }
            return
        }
        isInternational = true
        hasTrunkZero = false
        let all = Self.text(number)
        let known = PhonePlans.plan(of: all[...])
        let code = all.prefix(known?.code.utf8.count ?? 3)
        let rest = all.dropFirst(code.count)
        // `+49 (0)171` contains the trunk prefix, which is only dialed within the country.
        let own = String(known?.keepsZero == true ? rest : rest.drop { $0 == "0" })
        significant = own
        digits = code + own
        international = known == nil ? nil : Self.plain(code + own)
    }

    /// The digits that identify the line; `nil` if there is no digit other than zero.
    ///
    /// With the country code if it is known, but without letters and leading zeros.
    package var identity: String? {
        let text = international ?? (isInternational ? digits : significant)
        let plain = text.utf8.filter { (48...57).contains($0) }.drop { $0 == Self.zero }
        return plain.isEmpty ? nil : String(decoding: Array(plain), as: UTF8.self)
    }

    /// Returns whether both are the same line: equal in E.164, or if a country isn't known, in their shared digits.
    package func isSameLine(as other: PhoneKey) -> Bool {
        if let international, let other = other.international { return international == other }
        return significant == other.significant
    }

    /// The last digits, which all notations of the number share; `nil` if there are too few to distinguish lines.
    package var lineEnd: String? {
        let digits = significant.utf8.filter { (48...57).contains($0) }
        // The area code is left out, because local calls don't need it.
        return digits.count < 7 ? nil : String(decoding: Array(digits.suffix(7)), as: UTF8.self)
    }

    /// Returns whether this, as typed, is found in the number.
    func isFound(in number: PhoneKey) -> Bool {
        if isInternational {
            guard let other = number.international ?? (number.isInternational ? number.digits : nil) else {
                return isDistinct && number.significant.hasPrefix(significant)
            }
            return other.hasPrefix(digits)
        }
        if number.digits.contains(digits) { return true }
        guard isDistinct else { return false }
        if let international, let other = number.international { return other.hasPrefix(international) }
        return hasTrunkZero && number.isInternational && number.significant.hasPrefix(significant)
    }

    /// Whether enough digits remain to search for other notations, such as a large city's area code after its zero.
    private var isDistinct: Bool { significant.utf8.count >= (hasTrunkZero ? 2 : 3) }

    private static let zero = UInt8(ascii: "0")

    /// Returns a text's letters and decimal digits, in ASCII if possible, and whether a plus sign comes first.
    private static func symbols(_ text: String) -> (symbols: [UInt8], hasPlus: Bool) {
        var symbols: [UInt8] = []
        var hasPlus = false
        for scalar in SearchWords.folded(decimal(text)).unicodeScalars {
            if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                symbols += String(scalar).utf8
            } else if scalar == "+" || scalar == "\u{FF0B}", symbols.isEmpty {
                hasPlus = true
            }
        }
        return (symbols, hasPlus)
    }

    /// Returns the text with decimal digits of all scripts as `0` to `9`, without other numbers, such as `½` and `²`.
    private static func decimal(_ text: String) -> String {
        if FoldedText.isASCII(text) { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.numericType {
            case nil: scalars.append(scalar)
            case .decimal?:
                let value = scalar.properties.numericValue.flatMap(UInt8.init(exactly:)) ?? 0
                scalars.append(Unicode.Scalar(zero + value))
            // A Han numeral is a letter; others aren't digits of a phone number.
            case _?: if scalar.properties.isAlphabetic { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }

    /// Returns the number after the international prefix; `nil` if it doesn't have one.
    private static func withoutInternationalPrefix(_ symbols: [UInt8], _ plan: PhonePlan?) -> ArraySlice<UInt8>? {
        for prefix in plan?.international ?? [] where symbols.starts(with: prefix.utf8) {
            let rest = symbols.dropFirst(prefix.utf8.count)
            // `011…` and the like may also be a domestic number; then no country has the code, or too little is left.
            let isLikely = rest.count > 6 && rest.first != zero && PhonePlans.plan(of: text(rest)[...]) != nil
            if prefix == "00" || isLikely { return rest }
        }
        return symbols.starts(with: [zero, zero]) ? symbols.dropFirst(2) : nil
    }

    /// Returns the number without the country's trunk prefix; `nil` if it isn't valid in the country.
    private static func significant(_ symbols: [UInt8], in plan: PhonePlan) -> ArraySlice<UInt8>? {
        var number = symbols[...]
        if !plan.trunk.isEmpty, symbols.starts(with: plan.trunk.utf8),
            plan.length == 0 || symbols.count >= plan.trunk.utf8.count + plan.length
        {
            number = symbols.dropFirst(plan.trunk.utf8.count)
        }
        guard let first = number.first else { return nil }
        return first != zero || plan.keepsZero ? number : nil
    }

    private static func text(_ symbols: ArraySlice<UInt8>) -> String { String(decoding: symbols, as: UTF8.self) }

    /// Returns the text if it is all digits; letters aren't allowed in E.164.
    private static func plain(_ text: String) -> String? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? text : nil
    }
}

/// A country, which determines the meaning of telephone numbers without a country code.
public struct PhoneRegion: Hashable, Codable, Sendable {
    /// The two-letter country code in uppercase (ISO 3166).
    public let code: String

    /// Creates the country for a code in any case; `nil` if no country has it.
    public init?(_ code: String) {
        let code = code.uppercased()
        guard code.utf8.count == 2, code != "XX", PhonePlans.byCountry[code] != nil else { return nil }
        self.code = code
    }

    /// The variables that specify the locale, in order of precedence.
    public static let localeVariables = ["LC_ALL", "LC_TELEPHONE", "LANG"]

    /// Determines the country of the locale from environment variables; `nil` for locales without a country.
    public init?(localeIn variables: [String: String]) {
        let locale = Self.localeVariables.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        guard let territory = locale?.prefix(while: { $0 != "." && $0 != "@" }).split(separator: "_").dropFirst().first
        else { return nil }
        self.init(String(territory))
    }

    /// Finds a country by its name, in English or its own language, or by its code; `nil` for an unknown name.
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
    /// The two-letter country code (ISO 3166); `XX` for international services.
    let country: String
    /// The country code for calls from abroad.
    let code: String
    /// The prefix for calls within the country, which isn't part of the number; empty if there is none.
    let trunk: String
    /// The length of a number without its trunk prefix, if only the length tells them apart; otherwise 0.
    let length: Int
    /// Whether numbers themselves begin with a zero.
    let keepsZero: Bool
    /// The prefixes for international calls, the longest first.
    let international: [String]
}

/// The dialing rules of all countries, from the ITU's tables (E.164, E.164D) and their national numbering plans.
enum PhonePlans {
    static let byCountry = Dictionary(all.map { ($0.country, $0) }, uniquingKeysWith: { first, _ in first })

    /// The plans by country code; of several countries with the same code, the first has their common rules.
    static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns the plan whose code the number starts with; no code is a prefix of another.
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

/// Names of countries as used in postal addresses.
enum CountryNames {
    /// The codes by name, folded with ``FoldedText/key(_:)``.
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
