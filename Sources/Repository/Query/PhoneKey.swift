import EmbeddedFiles

/// A telephone number, or a part of one, as it is compared and searched.
///
/// A number is known in the form of E.164 (``international``) when it has the code of its country (`+49 171 …`,
/// `0049 171 …`), or when the country is known from elsewhere (`0171 …` in Germany). Otherwise the digits that all ways of
/// writing it share (``significant``) are compared.
package struct PhoneKey: Equatable, Sendable {
    /// All letters and digits; of a number with the code of its country, the code and then ``significant``.
    let digits: String
    /// What all ways of writing the number have: without the code of the country, and without the trunk prefix.
    let significant: String
    /// Whether the number was written with the code of a country.
    let isInternational: Bool
    /// Whether the number begins with the zero that stands in place of that code in most countries.
    let hasTrunkZero: Bool
    /// The digits of E.164: the code of the country and the number; `nil` while the country is not known.
    let international: String?

    /// The key of a number; `nil` when nothing in it is a letter or a digit.
    ///
    /// - Parameters:
    ///   - text: The number, with any punctuation.
    ///   - region: The country of a number that is written without a code; `nil` when it is not known.
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
        // `+49 (0)171` has the trunk prefix that only calls within the country need.
        let own = String(known?.keepsZero == true ? rest : rest.drop { $0 == "0" })
        significant = own
        digits = code + own
        international = known == nil ? nil : Self.plain(code + own)
    }

    /// The digits that identify the line; `nil` without a digit other than zero.
    ///
    /// With the code of the country where it is known. Without letters, and without the zeros before the number.
    package var identity: String? {
        let text = international ?? (isInternational ? digits : significant)
        let plain = text.utf8.filter { (48...57).contains($0) }.drop { $0 == Self.zero }
        return plain.isEmpty ? nil : String(decoding: Array(plain), as: UTF8.self)
    }

    /// Whether both are one line: the same in E.164, or, while a country is not known, in what both have of the number.
    package func isSameLine(as other: PhoneKey) -> Bool {
        if let international, let other = other.international { return international == other }
        return significant == other.significant
    }

    /// The last digits, which all ways of writing the number share; `nil` when there are too few to tell lines apart.
    package var lineEnd: String? {
        let digits = significant.utf8.filter { (48...57).contains($0) }
        // The code of a city is left out, which a call within the city does not need.
        return digits.count < 7 ? nil : String(decoding: Array(digits.suffix(7)), as: UTF8.self)
    }

    /// Whether this, as it was typed, is found in the number.
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

    /// Whether enough is left to find the other way of writing a number by it: the code of a large city after its zero.
    private var isDistinct: Bool { significant.utf8.count >= (hasTrunkZero ? 2 : 3) }

    private static let zero = UInt8(ascii: "0")

    /// The letters and decimal digits of a text in ASCII where they have such a form, and whether a plus sign comes first.
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

    /// The text with the decimal digits of all scripts as `0` to `9`, and without other numbers, such as `½` and `²`.
    private static func decimal(_ text: String) -> String {
        if FoldedText.isASCII(text) { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.numericType {
            case nil: scalars.append(scalar)
            case .decimal?:
                let value = scalar.properties.numericValue.flatMap(UInt8.init(exactly:)) ?? 0
                scalars.append(Unicode.Scalar(zero + value))
            // A Han numeral is a letter; the others are no digits of a number.
            case _?: if scalar.properties.isAlphabetic { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }

    /// The number behind the prefix of international calls; `nil` without such a prefix.
    private static func withoutInternationalPrefix(_ symbols: [UInt8], _ plan: PhonePlan?) -> ArraySlice<UInt8>? {
        for prefix in plan?.international ?? [] where symbols.starts(with: prefix.utf8) {
            let rest = symbols.dropFirst(prefix.utf8.count)
            // `011…` and the like may also be a number of the country; then no country has the code, or too little is left.
            let isLikely = rest.count > 6 && rest.first != zero && PhonePlans.plan(of: text(rest)[...]) != nil
            if prefix == "00" || isLikely { return rest }
        }
        return symbols.starts(with: [zero, zero]) ? symbols.dropFirst(2) : nil
    }

    /// The number without the trunk prefix of the country; `nil` for a number that is none of the country.
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

    /// The text if it is all digits; letters are no part of E.164.
    private static func plain(_ text: String) -> String? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? text : nil
    }
}

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
