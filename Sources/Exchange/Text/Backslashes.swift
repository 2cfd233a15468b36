/// Escapes special characters of aliases and names by a backslash before each.
enum Backslashes {
    /// Returns the text with a backslash before each of the characters.
    static func added(before special: String, in text: String) -> String {
        text.reduce(into: "") { result, character in
            if special.contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// Splits a text at a character that isn't escaped, and removes the backslashes of the parts.
    ///
    /// After the maximum number of splits, the rest stays as it is.
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
