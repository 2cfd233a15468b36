/// The values that Outlook writes if nothing was entered, and its words for male and female, in its languages.
enum CSVDefaults {
    /// Whether the value of a column is only a default; the column is given by the key of its English name.
    static func isDefault(_ value: String, of key: String) -> Bool {
        let value = value.lowercased()
        switch key {
        case "gender": return has(value, "unspecified")
        // Normal, Normaal, Normale, Normální, Normál, and the languages with a different word.
        case "priority", "sensitivity": return value.hasPrefix("norm") && value.count <= 12 || has(value, "normal")
        case "private": return has(value, "no")
        default: return false
        }
    }

    /// Returns the English word for a gender; the text itself if it isn't one of Outlook's.
    static func gender(_ text: String) -> String {
        let word = text.lowercased()
        return has(word, "male") ? "male" : has(word, "female") ? "female" : text
    }

    private static func has(_ word: String, _ meaning: String) -> Bool {
        CSVHeaderFile.shared.values[meaning]?.contains(word) ?? false
    }
}
