import Repository
import TerminalUI

/// The text of a contact in an editor.
enum ContactTemplate {
    private static let explanation = """
        # Change what you like, save, and leave the editor. What has no value, or whose line is gone, is removed.
        # For a second value repeat the line. Behind E-mail, Phone, Address, Date, Related, Messenger and Profile may stand
        # types in brackets and a star for the preferred one:  Phone [work, cell] *: +41 44 000 00 00
        # Dates are YYYY-MM-DD, or --MM-DD without a year. The lines of a note and the parts of an address are indented.
        # Lines that begin with # are comments.

        """

    /// The template with the values of a draft.
    static func text(of draft: ContactDraft) -> String {
        var lines: [String] = []
        for field in ContactField.editable {
            let label = field.label
            switch field.value {
            case .text where field.isMultiline: lines += note(draft.texts[field], label)
            case .text: lines.append(line(label, draft.texts[field] ?? ""))
            case .texts: lines += each(draft.lists[field] ?? []) { line(label, $0 ?? "") }
            case .values:
                lines += each(draft.values[field] ?? []) { value in
                    line(label + marks(value?.types ?? [], value?.isPreferred ?? false), value?.value ?? "")
                }
            case .addresses: lines += addresses(draft.addresses, label)
            case .flag: lines.append(line(label, draft.flags.contains(field) ? "yes" : "no"))
            case .photo, .name, .address, .picture: break
            }
        }
        return explanation + "\n" + lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ label: String, _ value: String) -> String {
        value.isEmpty ? "\(label):" : "\(label): \(TemplateText.escaped(value))"
    }

    /// Returns a line for each value, or a single empty one.
    private static func each<Value>(_ values: [Value], _ line: (Value?) -> String) -> [String] {
        values.isEmpty ? [line(nil)] : values.map(line)
    }

    private static func marks(_ types: [String], _ isPreferred: Bool) -> String {
        (types.isEmpty ? "" : " [\(types.map(TemplateText.escapedInBrackets).joined(separator: ", "))]")
            + (isPreferred ? " *" : "")
    }

    private static func addresses(_ addresses: [ContactAddress], _ label: String) -> [String] {
        let shown = addresses.isEmpty ? [ContactAddress(PostalAddress())] : addresses
        return shown.flatMap { address in
            [line(label + marks(address.types, address.isPreferred), "")]
                + AddressPart.inTemplate.map { "    " + line($0.label, address.address[$0] ?? "") }
        }
    }

    private static func note(_ text: String?, _ label: String) -> [String] {
        let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let indented = lines.map { $0.isEmpty ? "" : "    " + TemplateText.escaped(String($0)) }
        return ["\(label):"] + (text == nil ? [] : indented)
    }
}

/// The escapes of a template: `\n`, `\r`, `\t`, `\\`, and `\u{…}` for control characters.
enum TemplateText {
    /// Returns the text as one line without control characters.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{2028}", "\u{2029}": result += TerminalText.escape(of: scalar)
            case _ where TerminalText.isHarmful(scalar): result += TerminalText.escape(of: scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the text as one of several between brackets: also without commas and brackets.
    static func escapedInBrackets(_ text: String) -> String {
        var result = ""
        for scalar in escaped(text).unicodeScalars {
            if scalar == "," || scalar == "[" || scalar == "]" || scalar == ":" {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the text without escapes; a backslash that doesn't begin an escape stays.
    static func unescaped(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.first else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch next {
            case "\\": result += "\\"
            case "n": result += "\n"
            case "r": result += "\r"
            case "t": result += "\t"
            case "u":
                guard let end = rest.firstIndex(of: "}"),
                    rest.dropFirst().first == "{",
                    let value = UInt32(String(rest[..<end].dropFirst(2)), radix: 16),
                    let named = Unicode.Scalar(value)
                else {
                    result += "\\"
                    continue
                }
                result.unicodeScalars.append(named)
                rest = rest[end...]
            default:
                result += "\\"
                continue
            }
            rest.removeFirst()
        }
        return result
    }
}

extension ContactField {
    /// The label of the value in a template.
    var label: String { input?.label ?? name }
}

extension AddressPart {
    /// The order of the parts in a template.
    static let inTemplate: [AddressPart] = [.poBox, .extended, .street, .postcode, .city, .state, .country]

    /// The label of the part in a template.
    var label: String {
        switch self {
        case .poBox: "PO box"
        case .extended: "Extended"
        case .street: "Street"
        case .postcode: "Postcode"
        case .city: "City"
        case .state: "State"
        case .country: "Country"
        }
    }
}
