/// Compares telephone numbers that are written differently.
enum PhoneDigits {
    /// The fewest digits that tell one line from all others.
    static let fewest = 7

    /// The digits, without the zeros or the plus sign of an international prefix; a text without digits is itself.
    static func key(_ text: String) -> String {
        let digits = text.unicodeScalars.compactMap { scalar -> Character? in
            guard let value = scalar.properties.numericValue, value == value.rounded(), (0...9).contains(value) else {
                return nil
            }
            return Character(String(Int(value)))
        }
        guard !digits.isEmpty else { return text }
        return String(digits.drop { $0 == "0" })
    }

    /// The digits when there are enough of them to tell whose they are.
    static func identifying(_ text: String) -> String? {
        let key = key(text)
        return key.count >= fewest && key.allSatisfy(\.isNumber) ? key : nil
    }
}
