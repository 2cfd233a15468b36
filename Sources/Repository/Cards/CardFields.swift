package import VCard

/// Converts between vCard lines and field values.
package enum CardFields {
    /// Returns the value of an e-mail address or a telephone number.
    package static func value(_ line: VCardLine, _ label: String? = nil) -> ContactValue {
        var text = VCardText.unescaped(line.value)
        if line.name == "TEL", text.utf8.starts(with: "tel:".utf8) { text.removeFirst(4) }
        if line.name == "EMAIL", text.utf8.starts(with: "mailto:".utf8) { text.removeFirst(7) }
        var types = types(line, label)
        // This is vCard's word for it; some programs write the other one.
        if line.name == "TEL" { types = types.map { $0 == "mobile" ? "cell" : $0 } }
        return ContactValue(text, types: types, isPreferred: isPreferred(line))
    }

    package static func address(_ line: VCardLine, _ label: String? = nil) -> ContactAddress {
        var address = PostalAddress()
        for (part, text) in zip(AddressPart.ordered, VCardText.components(line.value)) where !text.isEmpty {
            address[part] = text
        }
        return ContactAddress(address, types: types(line, label), isPreferred: isPreferred(line))
    }

    /// Returns the text of a line; list items are joined.
    package static func text(_ line: VCardLine) -> String {
        line.name == "NICKNAME"
            ? VCardText.items(line.value).joined(separator: ", ") : VCardText.unescaped(line.value)
    }

    /// The words for the letters in `GENDER`.
    private static let genders = ["M": "male", "F": "female", "O": "other", "N": "none", "U": "unknown"]

    /// Returns the gender in words, which some programs write instead of the letter.
    package static func gender(_ line: VCardLine) -> String? {
        let text = line.value.split(separator: ";").first ?? ""
        return genders[text.uppercased()] ?? genders.values.first { $0 == text.lowercased() }
            ?? VCardText.components(line.value).first { !$0.isEmpty }
    }

    /// Returns the gender in the syntax of `GENDER`.
    package static func genderValue(_ gender: String) -> String {
        genders.first { $0.value == gender }?.key ?? ";" + VCardText.escaped(gender)
    }

    /// Returns a web address; some programs escape its colon, which no vCard version requires.
    package static func url(_ line: VCardLine) -> String {
        line.value.utf8.contains(UInt8(ascii: "\\")) ? VCardText.unescaped(line.value) : line.value
    }

    /// Returns the types, without the meaningless `internet` and without `pref`, which has its own field, followed by
    /// the user's own label for the line.
    package static func types(_ line: VCardLine, _ label: String? = nil) -> [String] {
        var types = line.parameters.isEmpty ? [] : line.types.filter { $0 != "pref" && $0 != "internet" }
        for label in [line.parameter(VCardLine.customLabel), label].compactMap(\.self) where !types.contains(label) {
            types.append(label)
        }
        return types
    }

    package static func isPreferred(_ line: VCardLine) -> Bool {
        !line.parameters.isEmpty && (line.parameter("PREF") == "1" || line.hasType("pref"))
    }

    /// Whether a contact's photo can represent all parameters and the group of the line.
    static func isPlainPhoto(_ line: VCardLine) -> Bool {
        guard line.group == nil else { return false }
        return line.parameters.allSatisfy { parameter in
            switch parameter.name {
            case "VALUE": parameter.values.first.map { ["text", "uri", "date"].contains($0.lowercased()) } ?? false
            case "TYPE", "ENCODING", "X-APPLE-OMIT-YEAR": true
            default: false
            }
        }
    }
}

/// Splits full names.
package enum ContactNaming {
    /// Splits a full name into parts: at a comma (`van Gogh, Vincent`), or else before the last word and its particles
    /// (`Vincent van Gogh`).
    package static func split(_ text: String, into name: inout PersonName) {
        let sides = text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
        if sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty {
            if suffixes.contains(sides[1].lowercased()) {
                name.suffix = sides[1]
                return split(sides[0], into: &name)
            }
            (name.first, name.last) = (sides[1], sides[0])
            return
        }
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count > 1 else {
            name.first = words.first.map(String.init)
            name.last = nil
            return
        }
        var start = words.count - 1
        while start > 1, particles.contains(String(words[start - 1])) { start -= 1 }
        name.first = words[..<start].joined(separator: " ")
        name.last = words[start...].joined(separator: " ")
    }

    /// Words after a comma that aren't a given name.
    private static let suffixes: Set<String> = [
        "jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "phd", "ph.d.", "md", "m.d.",
    ]

    /// Particles at the beginning of a family name.
    private static let particles: Set<String> = [
        "van", "von", "de", "der", "den", "del", "della", "di", "da", "dos", "das", "do", "du", "la", "le", "ten",
        "ter",
        "te", "zu", "zur", "zum", "vom", "bin", "ibn", "al", "el", "af", "av", "'t", "op",
    ]
}
