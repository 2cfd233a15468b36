/// A telephone number, or a part of one, as it is compared: letters and digits only.
///
/// A number with the code of its country (`+49 171 …`, `0049 171 …`) and the same number without (`0171 …`) find each
/// other.
package struct PhoneKey: Equatable, Sendable {
    /// All letters and digits; of a number with the code of its country, the code and then ``significant``.
    let digits: String
    /// What both ways of writing the number have: without the code of the country, and without the zero before it.
    let significant: String
    /// Whether the number begins with the code of a country.
    let isInternational: Bool
    /// Whether the number begins with the zero that stands in place of that code.
    let hasTrunkZero: Bool

    /// The key of a number; `nil` when nothing in it is a letter or a digit.
    package init?(_ text: String) {
        var symbols = Self.symbols(text)
        let hasPlus = symbols.hasPrefix("+")
        if symbols.contains("+") { symbols.removeAll { $0 == "+" } }
        let all = symbols
        guard !all.isEmpty else { return nil }
        isInternational = hasPlus || all.hasPrefix("00")
        hasTrunkZero = !isInternational && all.hasPrefix("0")
        guard isInternational else {
            digits = all
            significant = hasTrunkZero ? String(all.drop { $0 == "0" }) : all
            return
        }
        let number = hasPlus ? all[...] : all.dropFirst(2)
        let code = number.prefix(Self.codeLength(number))
        significant = String(number.dropFirst(code.count).drop { $0 == "0" })
        digits = code + significant
    }

    /// The digits that all ways of writing a number have in common; `nil` without a digit other than zero.
    ///
    /// For finding duplicates: without letters, without the zeros before the number, with the code of the country if it
    /// is given. A number with that code and the same number without differ, because the country may be another one.
    package var identity: String? {
        let text = isInternational ? digits : significant
        let plain = text.unicodeScalars.compactMap { scalar in
            scalar.properties.numericValue.flatMap(Int.init(exactly:)).flatMap { (0...9).contains($0) ? $0 : nil }
        }.drop { $0 == 0 }
        return plain.isEmpty ? nil : plain.map(String.init).joined()
    }

    /// Whether this, as it was typed, is found in the number.
    func isFound(in number: PhoneKey) -> Bool {
        if isInternational {
            return number.isInternational
                ? number.digits.hasPrefix(digits)
                : isDistinct && number.significant.hasPrefix(significant)
        }
        if number.digits.contains(digits) { return true }
        return hasTrunkZero && number.isInternational && isDistinct && number.significant.hasPrefix(significant)
    }

    /// Whether enough is left to find the other way of writing a number by it: the code of a large city after its zero.
    private var isDistinct: Bool { significant.utf8.count >= (hasTrunkZero ? 2 : 3) }

    /// The letters, digits and plus signs of a text.
    private static func symbols(_ text: String) -> String {
        if let ascii = SearchWords.foldedASCII(text) {
            return String(
                decoding: ascii.filter { (48...57).contains($0) || (97...122).contains($0) || $0 == 43 },
                as: UTF8.self
            )
        }
        let scalars = SearchWords.folded(text).unicodeScalars.filter { scalar in
            scalar.properties.numericType != nil || scalar.properties.isAlphabetic || scalar == "+"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// How many digits the code of the country has at the beginning of an international number.
    private static func codeLength(_ number: Substring) -> Int {
        let two = Int(number.prefix(2)) ?? 0
        switch two {
        case 10...19, 70...79: return 1
        case 20, 27, 30...34, 36, 39, 40, 41, 43...49, 51...58, 60...66, 81, 82, 84, 86, 90...95, 98: return 2
        default: return number.first == "1" || number.first == "7" ? 1 : 3
        }
    }
}
