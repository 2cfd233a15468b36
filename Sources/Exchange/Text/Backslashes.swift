/// Escapes special characters in aliases and names with backslashes.
enum Backslashes {
    /// Returns the text with a backslash before each special character.
    static func added(before special: String, in text: String) -> String {
        text.reduce(into: "") { result, character in
            if special.contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// Splits text at each separator that isn't escaped, and removes the backslashes from the parts.
    ///
    /// After the maximum number of splits, the rest is returned unchanged.
    static func split(_ text: some StringProtocol, at separator: Character, maxSplits: Int = .max) -> [String] {
        var parts = [""]
        var isEscape = false
        for index in text.indices {
            if isEscape || text[index] != "\\" && text[index] != separator {
                parts[parts.count - 1].append(text[index])
                isEscape = false
            } else if text[index] == "\\" {
                isEscape = true
            } else if parts.count <= maxSplits - 1 {
                parts.append("")
            } else {
                return parts + [String(text[index...].dropFirst())]
            }
        }
        return parts
    }
}
