extension StringProtocol {
    /// Returns the text without the characters at its start and end that are white space, or that match a predicate.
    package func trimmed(_ isTrimmed: (Character) -> Bool = \.isWhitespace) -> String {
        let start = drop(while: isTrimmed)
        return String(start[..<(start.lastIndex { !isTrimmed($0) }.map(start.index(after:)) ?? start.startIndex)])
    }
}
