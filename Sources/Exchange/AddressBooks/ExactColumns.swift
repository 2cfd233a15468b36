import Primitives
import Repository

/// Carries values for which another program's format has no field, under the names of our own CSV columns, so that an
/// export can be imported again without loss.
enum ExactColumns {
    /// Returns the contact in the columns; `nil` if they don't form one.
    static func contact(_ pairs: [(name: String, value: String)]) -> Contact? {
        // These three make the header recognizable as our own.
        let header = pairs.map(\.name) + ["uid", "email_1_types", "phone_1_types"]
        guard !pairs.isEmpty, let reader = try? ContactFromCSV(header: header) else { return nil }
        return reader.contact(pairs.map(\.value), isGuarded: false)?.contact
    }

    /// Returns the text percent-encoded on one line; spaces are only kept on request, and never at the ends.
    static func encoded(_ text: String, keepsBlanks: Bool = false) -> String {
        var result = ""
        for (index, byte) in text.utf8.enumerated() {
            let isInside = index > 0 && index + 1 < text.utf8.count
            // A backslash at the end of a line would join it to the next one.
            let isPlain =
                byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "\\")
                || keepsBlanks && byte == 0x20 && isInside
            if isPlain, byte < 0x80 {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    /// Reverses ``encoded(_:keepsBlanks:)``.
    static func decoded(_ text: some StringProtocol) -> String {
        HexEscapes.percentDecoded(text)
    }
}

extension Contact {
    /// Returns the text on one line, replacing terminal control characters and line breaks with spaces.
    static func line(_ text: String) -> String {
        let controls: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
        let plain = text.unicodeScalars.map { controls.contains($0.properties.generalCategory) ? " " : $0 }
        return String(String.UnicodeScalarView(plain))
    }

    /// Returns the first number of a kind: `fax`, `pager`, `cell`, `work`, or `home` for all others.
    func phone(_ kind: String) -> String? {
        let kinds = ["fax", "pager", "cell", "work"]
        return phones.first { phone in (kinds.first(where: phone.types.contains) ?? "home") == kind }?.value
    }

    /// Returns the first work address or, for any other place, the first address that isn't one.
    func address(_ place: String) -> PostalAddress? {
        addresses.first { entry in
            place == "work" ? entry.types.contains("work") : !entry.types.contains("work")
        }?.address
    }
}
