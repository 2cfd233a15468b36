/// Keeps spreadsheets from interpreting text as a formula, using a leading quote that an import removes.
enum FormulaGuard {
    /// The characters that start a formula, including full-width ones, which spreadsheets accept.
    private static let signs: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{2212}",
    ]

    /// Returns the text, with a leading quote if it could be a formula.
    static func guarded(_ text: String) -> String {
        isFormula(text.unicodeScalars[...]) ? "'" + text : text
    }

    /// Returns the text for an unguarded file: only text that looks guarded gets a quote, which an import removes.
    static func escaped(_ text: String) -> String {
        unguarded(text) == text ? text : "'" + text
    }

    /// Returns the text without the leading quote from ``guarded(_:)``.
    static func unguarded(_ text: String) -> String {
        guard text.unicodeScalars.first == "'" else { return text }
        let rest = text.unicodeScalars.dropFirst()
        return isFormula(rest) ? String(rest) : text
    }

    /// Whether the text starts like a formula, ignoring whitespace, invisible characters and the guard's quotes.
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
