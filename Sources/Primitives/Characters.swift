extension StringProtocol {
    /// Returns the text without leading and trailing characters that are white space or match a predicate.
    package func trimmed(_ isTrimmed: (Character) -> Bool = \.isWhitespace) -> String {
        let start = drop(while: isTrimmed)
        return String(start[..<(start.lastIndex { !isTrimmed($0) }.map(start.index(after:)) ?? start.startIndex)])
    }
}

extension Int {
    /// Returns the decimal digits of a nonnegative number, padded with zeros to `count`.
    package func digits(_ count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
}

extension UInt8 {
    package var isLetterOrDigit: Bool { 48...57 ~= self || 65...90 ~= self || 97...122 ~= self }
}
