import Repository
import TerminalUI

/// The text of a contact in an editor.
enum ContactTemplate {
    private static let explanation = """
        # Change what you like, save, and leave the editor. What has no value, or whose
        # line is gone, is removed. For a second value repeat the line. Behind E-mail,
        # Phone, Address, Date, Related, Messenger and Profile may stand types in
        # brackets and a star for the preferred one:  Phone [work, cell] *: +41 44 000
        # Dates are YYYY-MM-DD, or --MM-DD without a year. The lines of a note and the
        # parts of an address are indented. Lines that begin with # are comments.

        """

    /// The columns of the text, as far as values are not longer.
    private static let columns = 80
    /// The fields that stand in the template without a value, too; the others are named in a comment.
    private static let common: Set<ContactField> = [
        .first, .last, .nickname, .emails, .phones, .addresses, .birthday, .organization, .jobTitle, .categories, .note,
    ]
    private static let commonParts: Set<AddressPart> = [.street, .postcode, .city, .country]

    static func text(of draft: ContactDraft) -> String {
        let lines = lines(of: draft) { common.contains($0) }
        let named = Set(lines.map { $0.prefix { $0 != ":" && $0 != " " } })
        let others = ContactField.editable.map(\.label).filter { !named.contains($0.prefix { $0 != " " }) }
        var comments = ["# Other fields:"]
        for other in others {
            if comments[comments.count - 1].count + other.count + 2 > columns { comments.append("#  ") }
            comments[comments.count - 1] += " \(other)" + (other == others.last ? "" : ",")
        }
        let rest = others.isEmpty ? "" : comments.joined(separator: "\n") + "\n"
        return explanation + rest + "\n" + lines.joined(separator: "\n") + "\n"
    }

    static func values(of draft: ContactDraft) -> [String] { lines(of: draft) { _ in false }.filter { !$0.isEmpty } }

    /// The lines of a draft; of fields without a value, those that are shown.
    private static func lines(of draft: ContactDraft, isShown: (ContactField) -> Bool) -> [String] {
        var lines: [String] = []
        for field in ContactField.editable {
            let label = field.label
            let values = draft[field]
            switch field.value {
            case .addresses:
                var shown = draft.addresses
                if shown.isEmpty, isShown(field) { shown = [ContactAddress(PostalAddress())] }
                lines += shown.flatMap { address($0, label, parts: isShown(field) ? commonParts : []) }
            case _ where values.allSatisfy(\.value.isEmpty):
                if isShown(field) { lines.append(line(label, "")) }
            case _ where field.isMultiline: lines += note(values[0].value, label)
            default: lines += values.map { line(label + marks($0.types, $0.isPreferred), $0.value) }
            }
        }
        return lines
    }

    private static func line(_ label: String, _ value: String) -> String {
        value.isEmpty ? "\(label):" : "\(label): \(TemplateText.escaped(value))"
    }

    private static func marks(_ types: [String], _ isPreferred: Bool) -> String {
        (types.isEmpty ? "" : " [\(types.map(TemplateText.escapedInBrackets).joined(separator: ", "))]")
            + (isPreferred ? " *" : "")
    }

    /// The lines of an address: its filled parts, and the others of these.
    private static func address(_ address: ContactAddress, _ label: String, parts: Set<AddressPart>) -> [String] {
        let shown = AddressPart.inTemplate.filter { address.address[$0] != nil || parts.contains($0) }
        return [line(label + marks(address.types, address.isPreferred), "")]
            + shown.map { "    " + line($0.label, address.address[$0] ?? "") }
    }

    private static func note(_ text: String, _ label: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return ["\(label):"] + lines.map { $0.isEmpty ? "" : "    " + TemplateText.escaped(String($0)) }
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
    var label: String { input?.label ?? name }
}

extension AddressPart {
    /// The order of the parts in a template.
    static let inTemplate: [AddressPart] = [.poBox, .extended, .street, .postcode, .city, .state, .country]

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
