/// Keeps spreadsheets from taking a text for a formula, by a quote before it that an import removes.
enum FormulaGuard {
    /// The signs that formulas begin with, also in full width, which spreadsheets accept.
    private static let signs: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{2212}",
    ]

    /// Returns the text, with a quote before it if it could be a formula.
    static func guarded(_ text: String) -> String {
        isFormula(text.unicodeScalars[...]) ? "'" + text : text
    }

    /// Returns the text for a file without guards: only text that looks guarded gets a quote, which an import removes.
    static func escaped(_ text: String) -> String {
        unguarded(text) == text ? text : "'" + text
    }

    /// Returns the text without the quote that ``guarded(_:)`` put before it.
    static func unguarded(_ text: String) -> String {
        guard text.unicodeScalars.first == "'" else { return text }
        let rest = text.unicodeScalars.dropFirst()
        return isFormula(rest) ? String(rest) : text
    }

    /// Whether a sign comes first, or after blanks, invisible characters and this guard's quotes.
    private static func isFormula(_ text: Substring.UnicodeScalarView) -> Bool {
        if text.first == "\t" || text.first == "\r" || text.first == "\n" { return true }
        return text.first { !isSkipped($0) }.map(signs.contains) ?? false
    }

    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "'" || scalar.value <= 0x20 { return true }
        if scalar.isASCII { return false }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
    }
}
