/// Keeps spreadsheets from taking a text for a formula: a quote in front of it, which an import takes away again.
enum FormulaGuard {
    /// The signs that formulas begin with, also in the full width that spreadsheets accept.
    private static let signs: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{2212}",
    ]

    /// The text with a quote in front if it could be a formula.
    static func guarded(_ text: String) -> String {
        isFormula(text.unicodeScalars[...]) ? "'" + text : text
    }

    /// The text in a file without guards: only what begins like a guard itself gets one, which an import takes away.
    static func escaped(_ text: String) -> String {
        unguarded(text) == text ? text : "'" + text
    }

    /// The text without the quote that ``guarded(_:)`` put in front.
    static func unguarded(_ text: String) -> String {
        guard text.unicodeScalars.first == "'" else { return text }
        let rest = text.unicodeScalars.dropFirst()
        return isFormula(rest) ? String(rest) : text
    }

    /// Whether a sign comes first, or behind blanks, invisible characters and quotes of this guard.
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
