package import Repository
import VCard

/// Writes an array of jCards (RFC 7095), one per line.
package struct JCardFormat: ReportWriter {
    private let text: JSONText
    private var isFirst = true

    package init(isForTerminal: Bool) {
        text = JSONText(isForTerminal: isForTerminal)
    }

    package mutating func page(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(contacts.count * 768)
        for contact in contacts {
            bytes += isFirst ? "[\n".utf8 : ",\n".utf8
            isFirst = false
            append(CardFromContact.card(contact), to: &bytes)
        }
        return bytes
    }

    package mutating func end() -> [UInt8] {
        Array((isFirst ? "[]\n" : "\n]\n").utf8)
    }

    private func append(_ card: VCard, to bytes: inout [UInt8]) {
        bytes += "[\"vcard\",[[\"version\",{},\"text\",\"4.0\"]".utf8
        for line in card.lines(for: .v4) where line.name != "VERSION" {
            bytes += ",[".utf8
            text.append(line.name.lowercased(), to: &bytes)
            bytes.append(UInt8(ascii: ","))
            appendParameters(of: line, to: &bytes)
            let form = JCardProperty(line.name)
            let type = line.parameter("VALUE")?.lowercased() ?? form.defaultType
            bytes.append(UInt8(ascii: ","))
            text.append(type, to: &bytes)
            appendValues(of: line, form, type, to: &bytes)
            bytes.append(UInt8(ascii: "]"))
        }
        bytes += "]]".utf8
    }

    private func appendParameters(of line: VCardLine, to bytes: inout [UInt8]) {
        var parameters: [(name: String, values: [String])] = []
        if let group = line.group { parameters.append(("group", [group])) }
        var places: [String: Int] = [:]
        for parameter in line.parameters where parameter.name != "VALUE" {
            // A name may occur only once in an object.
            if let index = places[parameter.name] {
                parameters[index].values += parameter.values
            } else {
                places[parameter.name] = parameters.count
                parameters.append((parameter.name.lowercased(), parameter.values))
            }
        }
        text.list(parameters, JSONText.braces, to: &bytes) { parameter, bytes in
            text.append(parameter.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(parameter.values, to: &bytes)
        }
    }

    private func appendValues(of line: VCardLine, _ form: JCardProperty, _ type: String, to bytes: inout [UInt8]) {
        let values: [[[String]]] =
            if type == "text", form.isStructured {
                [
                    VCardText.parts(line.value, by: UInt8(ascii: ";")).map { component in
                        VCardText.parts(component, by: UInt8(ascii: ",")).map { VCardText.unescaped($0) }
                    }
                ]
            } else if type == "text", form.isList {
                VCardText.items(line.value).map { [[$0]] }
            } else {
                [[[single(line, type)]]]
            }
        for value in values {
            bytes.append(UInt8(ascii: ","))
            // An array of texts would be several components; one component with several texts is an array in an array.
            if value.count > 1 || value[0].count > 1 {
                text.list(value, to: &bytes, append: append)
            } else {
                append(value[0], to: &bytes)
            }
        }
    }

    /// Returns the value as jCard writes it, with dates and times in the extended form.
    private func single(_ line: VCardLine, _ type: String) -> String {
        switch type {
        case "text": return VCardText.unescaped(line.value)
        case "date", "date-time", "date-and-or-time": return VCardDate.plain(line)
        case "timestamp": return VCardDate.extended(line.value) ?? line.value
        default: return line.value
        }
    }

    /// Adds one text, or an array of several.
    private func append(_ texts: [String], to bytes: inout [UInt8]) {
        guard texts.count != 1 else { return text.append(texts[0], to: &bytes) }
        text.list(texts, to: &bytes) { text.append($0, to: &$1) }
    }
}

/// The form of a property's values in jCard (RFC 7095).
struct JCardProperty: Sendable {
    /// The identifier of the default type of the property in RFC 6350.
    let defaultType: String
    /// Whether semicolons separate components.
    let isStructured: Bool
    /// Whether commas separate several values.
    let isList: Bool

    /// Finds the form by the name of the property in upper case.
    init(_ name: String) {
        defaultType = Self.types[name] ?? (ContactField.byProperty[name] == nil ? "unknown" : "text")
        isStructured = ["N", "ADR", "ORG", "GENDER", "CLIENTPIDMAP"].contains(name)
        isList = ["NICKNAME", "CATEGORIES"].contains(name)
    }

    private static let types: [String: String] = {
        let byType = [
            "text": [
                "ADR", "CATEGORIES", "CLIENTPIDMAP", "EMAIL", "FN", "GENDER", "KIND", "N", "NICKNAME", "NOTE", "ORG",
                "PRODID", "ROLE", "TEL", "TITLE", "TZ", "XML", "BIRTHPLACE", "DEATHPLACE", "EXPERTISE", "HOBBY",
                "INTEREST",
            ],
            "uri": [
                "CALADRURI", "CALURI", "FBURL", "GEO", "IMPP", "KEY", "LOGO", "MEMBER", "PHOTO", "RELATED", "SOUND",
                "SOURCE", "UID", "URL", "ORG-DIRECTORY", "CONTACT-URI",
            ],
            "date-and-or-time": ["ANNIVERSARY", "BDAY", "DEATHDATE"],
            "timestamp": ["REV", "CREATED"],
            "language-tag": ["LANG"],
        ]
        return byType.reduce(into: [:]) { types, entry in
            for name in entry.value { types[name] = entry.key }
        }
    }()
}
