import Foundation
import Repository
import VCard

/// Reads contacts in jCard (RFC 7095).
enum JCardReader {
    /// Returns the contact; `nil` for bytes that are no jCard and for a card without a name.
    static func contact(_ bytes: [UInt8]) -> Contact? {
        guard case .array(let card)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)),
            card.count == 2,
            case .string(let kind) = card[0], kind.lowercased() == "vcard",
            case .array(let properties) = card[1]
        else { return nil }
        return ContactFromCard.contact(VCard(lines: properties.compactMap(line)))
    }

    /// The line of a property; `nil` for the version, and for what is no property.
    private static func line(_ property: JSONValue) -> VCardLine? {
        guard case .array(let parts) = property, parts.count >= 4,
            case .string(let rawName) = parts[0],
            case .object(let rawParameters) = parts[1],
            case .string(let rawType) = parts[2]
        else { return nil }
        let name = rawName.uppercased()
        guard name != "VERSION", isName(name) else { return nil }
        let type = rawType.lowercased()
        let form = JCardProperty(name)
        var parameters: [VCardParameter] = []
        var group: String?
        for (key, value) in rawParameters.sorted(by: { $0.key < $1.key }) {
            let key = key.uppercased()
            guard isName(key) else { continue }
            if key == "GROUP" {
                group = texts(value).first.flatMap { isName($0) ? $0 : nil }
            } else {
                parameters.append(VCardParameter(key, texts(value)))
            }
        }
        if ["date", "date-and-or-time", "date-time"].contains(type), form.defaultType == "date-and-or-time" {
            return VCardDate.line(
                name,
                texts(parts[3]).first ?? "",
                parameters: parameters,
                group: group,
                version: .v4
            )
        }
        if type != form.defaultType, type != "unknown" { parameters.append(VCardParameter("VALUE", [type])) }
        let values = parts[3...].map { value(of: $0, type: type, isStructured: form.isStructured) }
        return VCardLine(name, parameters: parameters, group: group, value: values.joined(separator: ","))
    }

    private static func value(of value: JSONValue, type: String, isStructured: Bool) -> String {
        if case .array(let components) = value, isStructured {
            return components.map { texts($0).map(VCardText.escaped).joined(separator: ",") }.joined(separator: ";")
        }
        let text = texts(value).joined(separator: ",")
        return switch type {
        case "text": VCardText.escaped(text)
        case "timestamp": text.replacing("-", with: "").replacing(":", with: "")
        default: text
        }
    }

    /// A text, or the texts of an array; numbers and truth values as they are written.
    private static func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .null, .object: [""]
        case .bool(let value): ["\(value)"]
        case .integer(let value): ["\(value)"]
        case .unsigned(let value): ["\(value)"]
        case .number(let value): ["\(value)"]
        case .string(let value): [value]
        case .array(let values): values.flatMap(texts)
        }
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D }
    }
}
