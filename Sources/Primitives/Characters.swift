extension StringProtocol {
    /// Returns the text without the characters at its start and end that are white space, or that match a predicate.
    package func trimmed(_ isTrimmed: (Character) -> Bool = \.isWhitespace) -> String {
        let start = drop(while: isTrimmed)
        return String(start[..<(start.lastIndex { !isTrimmed($0) }.map(start.index(after:)) ?? start.startIndex)])
    }
}

extension Int {
    /// Returns the decimal digits of a number that isn't negative, with zeros in front up to `count`.
    package func digits(_ count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
}

extension UInt8 {
    /// Whether it is a letter or a digit of ASCII.
    package var isLetterOrDigit: Bool { 48...57 ~= self || 65...90 ~= self || 97...122 ~= self }
}
