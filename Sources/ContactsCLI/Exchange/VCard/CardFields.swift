import Repository
import VCard

/// Converts between lines of a vCard and values of fields.
enum CardFields {
    /// The value of an e-mail address or a telephone number.
    static func value(_ line: VCardLine) -> ContactValue {
        var text = VCardText.unescaped(line.value)
        if line.name == "TEL", text.utf8.starts(with: "tel:".utf8) { text.removeFirst(4) }
        if line.name == "EMAIL", text.utf8.starts(with: "mailto:".utf8) { text.removeFirst(7) }
        return ContactValue(text, types: types(line), isPreferred: isPreferred(line))
    }

    /// A postal address.
    static func address(_ line: VCardLine) -> ContactAddress {
        let parts = VCardText.components(line.value)
        func part(_ index: Int) -> String? {
            index < parts.count && !parts[index].isEmpty ? parts[index] : nil
        }
        let address = PostalAddress(
            street: part(2),
            city: part(3),
            state: part(4),
            postcode: part(5),
            country: part(6),
            poBox: part(0),
            extended: part(1)
        )
        return ContactAddress(address, types: types(line), isPreferred: isPreferred(line))
    }

    /// A text; several items of a list become one text.
    static func text(_ line: VCardLine) -> String {
        line.name == "NICKNAME"
            ? VCardText.items(line.value).joined(separator: ", ") : VCardText.unescaped(line.value)
    }

    /// The gender in words.
    static func gender(_ line: VCardLine) -> String? {
        switch line.value.split(separator: ";").first?.uppercased() {
        case "M", "MALE": "male"
        case "F", "FEMALE": "female"
        case "O", "OTHER": "other"
        case "N", "NONE": "none"
        case "U", "UNKNOWN": "unknown"
        default: VCardText.components(line.value).first { !$0.isEmpty }
        }
    }

    /// The gender as `GENDER` has it.
    static func genderValue(_ gender: String) -> String {
        switch gender {
        case "male": "M"
        case "female": "F"
        case "other": "O"
        case "none": "N"
        case "unknown": "U"
        default: ";" + VCardText.escaped(gender)
        }
    }

    /// The types, without `internet`, which says nothing, and `pref`, which has a field of its own.
    static func types(_ line: VCardLine) -> [String] {
        line.parameters.isEmpty ? [] : line.types.filter { $0 != "pref" && $0 != "internet" }
    }

    /// Whether the value is the preferred one.
    static func isPreferred(_ line: VCardLine) -> Bool {
        !line.parameters.isEmpty && (line.parameter("PREF") == "1" || line.hasType("pref"))
    }

    /// Whether the fields of a contact can hold everything in the parameters and the group.
    static func isPlain(_ line: VCardLine) -> Bool {
        guard line.group == nil else { return false }
        return line.parameters.allSatisfy { parameter in
            switch parameter.name {
            case "TYPE": ["EMAIL", "TEL", "ADR", "PHOTO"].contains(line.name)
            case "PREF": parameter.values == ["1"] && ["EMAIL", "TEL", "ADR"].contains(line.name)
            case "VALUE": parameter.values.first.map { ["text", "uri", "date"].contains($0.lowercased()) } ?? false
            case "X-APPLE-OMIT-YEAR", "ENCODING": true
            default: false
            }
        }
    }
}

/// Splits whole names.
enum ContactNaming {
    /// Splits a whole name into parts: the last word is the family name.
    static func split(_ text: String, into name: inout PersonName) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        name.first = words.dropLast().isEmpty ? words.first.map(String.init) : words.dropLast().joined(separator: " ")
        name.last = words.count > 1 ? words.last.map(String.init) : nil
    }
}
