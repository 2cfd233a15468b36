import Repository

/// Carries what a format of other programs has no place for, under the names of this program's CSV columns, so that its
/// own export comes back unchanged.
enum ExactColumns {
    /// A contact's columns in which it has something.
    static func pairs(_ contact: Contact) -> [(name: String, value: String)] {
        CSVExchangeFormat.columns(of: contact)
    }

    /// The contact of the columns; `nil` when they name none.
    static func contact(_ pairs: [(name: String, value: String)]) -> Contact? {
        // These three make the header that of this program.
        let header = pairs.map(\.name) + ["uid", "email_1_types", "phone_1_types"]
        guard !pairs.isEmpty, let reader = try? ContactFromCSV(header: header) else { return nil }
        return reader.contact(pairs.map(\.value), isGuarded: false)?.contact
    }

    /// The text on one line without blanks, as in an address of the web, or with those that are not at its ends.
    static func encoded(_ text: String, keepsBlanks: Bool = false) -> String {
        var result = ""
        for (index, byte) in text.utf8.enumerated() {
            let isInside = index > 0 && index + 1 < text.utf8.count
            // A backslash at the end of a line joins the next one to it.
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

    /// The text that ``encoded(_:keepsBlanks:)`` was given.
    static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Contact {
    /// The text on one line, without characters that a file of lines or a terminal could obey.
    static func line(_ text: String) -> String {
        String(
            text.unicodeScalars.map { scalar -> Character in
                let category = scalar.properties.generalCategory
                return category == .control || category == .lineSeparator || category == .paragraphSeparator
                    ? " " : Character(scalar)
            }
        )
    }

    /// The number of the kind that has these types: `fax`, `cell`, `work`, or else that of the home.
    func phone(_ kind: String) -> String? {
        phones.first { Self.kind(of: $0) == kind }?.value
    }

    private static func kind(of phone: ContactValue) -> String {
        ["fax", "pager", "cell", "work"].first(where: phone.types.contains) ?? "home"
    }

    /// The address of these types, the home's also without any.
    func address(_ place: String) -> PostalAddress? {
        addresses.first { entry in
            place == "work" ? entry.types.contains("work") : !entry.types.contains("work")
        }?.address
    }
}
