import Primitives
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
            // A name may occur only once per object.
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
            // A plain array would mean several components; one component with several values is a nested array.
            if value.count > 1 || value[0].count > 1 {
                text.list(value, to: &bytes, append: append)
            } else {
                append(value[0], to: &bytes)
            }
        }
    }

    /// Returns the value in jCard's form; dates and times use the extended format.
    private func single(_ line: VCardLine, _ type: String) -> String {
        switch type {
        case "text": return VCardText.unescaped(line.value)
        case "date", "date-time", "date-and-or-time": return VCardDate.plain(line)
        case "timestamp": return VCardDate.extended(line.value) ?? line.value
        default: return line.value
        }
    }

    /// Appends a single text as such, or several as an array.
    private func append(_ texts: [String], to bytes: inout [UInt8]) {
        guard texts.count != 1 else { return text.append(texts[0], to: &bytes) }
        text.list(texts, to: &bytes) { text.append($0, to: &$1) }
    }
}

/// The structure of a property's values in jCard (RFC 7095).
struct JCardProperty: Sendable {
    /// The identifier of the property's default type in RFC 6350.
    let defaultType: String
    /// Whether semicolons separate components.
    let isStructured: Bool
    /// Whether commas separate values.
    let isList: Bool

    /// Looks up the structure by the property's name in uppercase.
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

/// Reads contacts in jCard (RFC 7095).
enum JCardReader {
    /// The maximum depth of arrays in a property's value; RFC 7095 uses two levels.
    private static let depthLimit = 4

    /// Returns the contact; `nil` if the bytes aren't a jCard or the card has no name.
    static func contact(_ bytes: [UInt8]) -> Contact? {
        WorkCount.add(bytes.count)
        // Don't parse anything that is nested deeper than a card can be: each level would take a recursive call.
        guard isShallow(bytes), let card = JSONReader.value(bytes) as? [Any],
            card.count == 2, (card[0] as? String)?.lowercased() == "vcard", let properties = card[1] as? [Any]
        else { return nil }
        return ContactFromCard.contact(VCard(lines: properties.compactMap(line)))
    }

    /// Returns a parser for files that contain such contacts.
    static func parser() -> JSONContactParser {
        JSONContactParser(contact: contact) { contact in
            var format = JCardFormat(isForTerminal: false)
            return JSONContactParser.first(
                JSONContactParser(contact: Self.contact),
                of: format.page([contact]) + format.end()
            )
        }
    }

    /// Whether arrays and objects are nested no deeper than in a card.
    private static func isShallow(_ bytes: [UInt8]) -> Bool {
        var (depth, isText, isEscape) = (0, false, false)
        for byte in bytes {
            if isEscape {
                isEscape = false
            } else if isText {
                isEscape = byte == 0x5C
                isText = byte != 0x22
            } else if byte == 0x22 {
                isText = true
            } else if byte == 0x5B || byte == 0x7B {
                depth += 1
                if depth > 3 + depthLimit { return false }
            } else if byte == 0x5D || byte == 0x7D {
                depth -= 1
            }
        }
        return true
    }

    /// Returns the line for a property; `nil` for the version, and for anything that isn't a property.
    private static func line(_ property: Any) -> VCardLine? {
        guard let parts = property as? [Any], parts.count >= 4, let rawName = parts[0] as? String,
            let rawParameters = parts[1] as? [String: Any], let rawType = parts[2] as? String
        else { return nil }
        let name = rawName.uppercased()
        guard name != "VERSION", isName(name) else { return nil }
        let type = rawType.lowercased()
        let form = JCardProperty(name)
        var parameters: [VCardParameter] = []
        var group: String?
        for (key, value) in rawParameters.map({ ($0.key.uppercased(), $0.value) }).sorted(by: {
            order($0.0) < order($1.0)
        }) where isName(key) {
            if key == "GROUP" {
                group = texts(value).first.flatMap { isName($0) ? $0 : nil }
            } else {
                parameters.append(VCardParameter(key, texts(value)))
            }
        }
        let written = writtenNames[name] ?? name
        if ["date", "date-and-or-time", "date-time"].contains(type), form.defaultType == "date-and-or-time" {
            let date = texts(parts[3]).first ?? ""
            return VCardDate.line(written, date, parameters: parameters, group: group, version: .v4)
        }
        if type != form.defaultType, type != "unknown" { parameters.append(VCardParameter("VALUE", [type])) }
        let values = parts[3...].map { value(of: $0, type: type, isStructured: form.isStructured) }
        let line = VCardLine(written, parameters: parameters, group: group, value: values.joined(separator: ","))
        return written == name ? line : VCardLine(text: line.text)
    }

    /// Returns a parameter's sort key, which restores the order of our exports: object members have none.
    private static func order(_ name: String) -> String {
        ["TYPE": "0", "PREF": "1"][name] ?? "2" + name
    }

    /// Names that other programs only recognize in this case; jCard converts names to lowercase.
    private static let writtenNames = [
        "X-ABLABEL": "X-ABLabel", "X-ABSHOWAS": "X-ABShowAs", "X-ABUID": "X-ABUID", "X-ABDATE": "X-ABDATE",
    ]

    private static func value(of value: Any, type: String, isStructured: Bool) -> String {
        if let components = value as? [Any], isStructured {
            return components.map { texts($0).map(VCardText.escaped).joined(separator: ",") }.joined(separator: ";")
        }
        let text = texts(value).joined(separator: ",")
        return switch type {
        case "text": VCardText.escaped(text)
        case "timestamp": text.replacing("-", with: "").replacing(":", with: "")
        default: text
        }
    }

    /// Returns a single string or an array's strings; numbers and Booleans as they are written.
    private static func texts(_ value: Any) -> [String] {
        WorkCount.add(1)
        return switch value {
        case let text as String: [text]
        case let values as [Any]: values.flatMap(texts)
        case let truth as Bool: ["\(truth)"]
        case JSONScalar.number(let number): [number]
        default: [""]
        }
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D }
    }
}
