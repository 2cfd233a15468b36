import Primitives
import Repository
import Services
import TerminalUI

/// The text of a contact for an editor.
enum ContactTemplate {
    private static let explanation = """
        # Change what you like, save, and quit the editor. A field without a value or
        # without its line is removed. For a second value, repeat the line. E-mail,
        # Phone, Address, Date, Related, Messenger and Profile can have types in
        # brackets and a star for the preferred one:  Phone [work, cell] *: +41 44 000
        # Dates are YYYY-MM-DD, or --MM-DD without a year. The lines of a note and the
        # parts of an address are indented. Lines that begin with # are comments.

        """

    /// The width of the text in columns, except where values are longer.
    private static let columns = 80
    /// The fields that the template shows even without a value; the others are named in a comment.
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

    /// Returns the lines of a draft; a field without a value appears only if it `isShown`.
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
        (types.isEmpty
            ? "" : " [\(types.map { TemplateText.escaped($0, isInBrackets: true) }.joined(separator: ", "))]")
            + (isPreferred ? " *" : "")
    }

    /// Returns the lines of an address: its filled parts, plus the given parts even if they are empty.
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
    private static let letters: [Unicode.Scalar: String] = ["\\": "\\", "\n": "n", "\r": "r", "\t": "t"]
    /// The characters that end a type inside brackets, or look like the end of the brackets.
    private static let ends: Set<Unicode.Scalar> = [",", "[", "]", ":"]

    /// Returns the text on one line without control characters; inside brackets, characters that would end a type are
    /// escaped as well.
    static func escaped(_ text: String, isInBrackets: Bool = false) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let letter = letters[scalar] {
                result += "\\" + letter
            } else if scalar == "\u{2028}" || scalar == "\u{2029}" || TerminalText.isHarmful(scalar) {
                result += TerminalText.escape(of: scalar)
            } else if isInBrackets, ends.contains(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Returns the text with escapes resolved; a backslash that doesn't begin an escape stays.
    static func unescaped(_ text: String) -> String {
        // A combining character may follow the backslash.
        let escape = /\\(?:([\\nrt])|u\{([0-9A-Fa-f]+)\})/.matchingSemantics(.unicodeScalar)
        return text.replacing(escape) { match in
            let named = match.output.1.flatMap { letter in letters.first { $0.value == letter }?.key }
            let scalar = named ?? match.output.2.flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init)
            return scalar.map { String($0) } ?? String(match.output.0)
        }
    }
}

extension ContactField {
    var label: String { input?.label ?? name }
}

extension AddressPart {
    static let inTemplate: [AddressPart] = [.poBox, .extended, .street, .postcode, .city, .state, .country]

    var label: String { self == .poBox ? "PO box" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

struct ContactTemplateReader {
    private var draft = ContactDraft()
    private var problems: [(line: Int, message: String)] = []
    /// The field that indented lines belong to.
    private var current: ContactField?
    private var note: [String] = []
    private var number = 0
    /// The contents of the template before editing.
    private var original: ContactDraft?

    /// Reads an edited template: new values are validated, original ones are kept unchanged.
    ///
    /// Without an original, no value is validated.
    static func read(_ text: String, over original: ContactDraft? = nil) throws(TemplateProblems) -> ContactDraft {
        var reader = ContactTemplateReader()
        reader.original = original
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            reader.number += 1
            reader.read(line)
        }
        reader.finish()
        if !reader.problems.isEmpty { throw TemplateProblems(problems: reader.problems) }
        return reader.draft
    }

    private mutating func read(_ line: Substring) {
        if line.first == "#" { return }
        let (isBlank, isNote) = (line.allSatisfy(\.isWhitespace), current?.isMultiline == true)
        if isBlank {
            // Empty lines only matter inside a note.
            if isNote { note.append("") }
        } else if line.first?.isWhitespace != true {
            readField(line)
        } else if isNote {
            // Indentation beyond the template's own belongs to the note.
            let indentation = line.prefix(4).prefix(while: \.isWhitespace).count
            note.append(TemplateText.unescaped(String(line.dropFirst(indentation))))
        } else if current == .addresses {
            readPart(line)
        } else {
            complain("an indented line belongs to an address or a note; there is none above it")
        }
    }

    private mutating func readField(_ line: Substring) {
        let example = "a field and its value, such as “Last name: Lovelace”"
        guard let (name, value) = parts(of: line, example) else { return }
        var head = name
        let isPreferred = head.last == "*"
        if isPreferred { head = head.dropLast().trimmed() }
        var types: [String] = []
        if head.last == "]", let bracket = head.firstIndex(of: "[") {
            types = head[head.index(after: bracket)...].dropLast().split(separator: ",")
                .map { Self.type(TemplateText.unescaped($0.trimmed())) }.filter { !$0.isEmpty }
            head = head[..<bracket].trimmed()
        }
        current = named(head, in: ContactField.editable, \.label, "there is no field")
        guard let field = current else { return }
        if !types.isEmpty || isPreferred, !field.hasTypes {
            return complain("“\(field.label)” takes neither types nor a star")
        }
        if let original, !original.has(value, in: field), !field.isMultiline,
            let problem = ContactRules.problem(with: value, in: field)
        {
            complain(problem)
        }
        set(field, value, types, isPreferred)
    }

    private mutating func set(_ field: ContactField, _ value: String, _ types: [String], _ isPreferred: Bool) {
        switch field.value {
        case .text where field.isMultiline:
            if !value.isEmpty { note.append(value) }
        case .text where !draft[field].isEmpty:
            complain("“\(field.label)” already has a value; it takes only one")
        case .text, .texts, .values:
            if !value.isEmpty { draft[field].append(ContactValue(value, types: types, isPreferred: isPreferred)) }
        case .addresses:
            draft.addresses.append(ContactAddress(PostalAddress(), types: types, isPreferred: isPreferred))
            guard value.isEmpty else {
                return complain("put the parts of an address below it, indented, such as “    City: Bern”")
            }
        case .flag:
            switch value.lowercased() {
            case "yes", "true": draft[field] = [ContactValue("yes")]
            case "no", "false", "": draft[field] = []
            default: complain("“\(field.label)” must be yes or no, not “\(value)”")
            }
        case .photo, .name, .address, .picture: break
        }
    }

    private mutating func readPart(_ line: Substring) {
        let inTemplate = AddressPart.inTemplate
        guard let (name, value) = parts(of: line.trimmed()[...], "a part of the address and its value"),
            let part = named(name, in: inTemplate, \.label, "an address has no part"), !value.isEmpty
        else { return }
        draft.addresses[draft.addresses.count - 1].address[part] = value
    }

    private mutating func finish() {
        draft.addresses.removeAll { $0.address == PostalAddress() }
        while note.last?.isEmpty == true { note.removeLast() }
        if !note.isEmpty { draft[.note] = [ContactValue(note.joined(separator: "\n"))] }
    }

    private mutating func complain(_ message: String) {
        problems.append((number, message))
    }

    /// Returns the name and value on a line, separated by the first colon outside the brackets.
    private mutating func parts(of line: Substring, _ example: String) -> (name: String, value: String)? {
        var colon = line.firstIndex(of: ":")
        if let first = colon, let bracket = line[..<first].firstIndex(of: "["),
            let end = line[bracket...].firstIndex(of: "]")
        {
            colon = line[end...].firstIndex(of: ":")
        }
        guard let colon else {
            complain("there is no colon in “\(line)”; write \(example)")
            return nil
        }
        return (line[..<colon].trimmed(), TemplateText.unescaped(line[line.index(after: colon)...].trimmed()))
    }

    /// Returns a known type in lower case; a label in the user's own words is left unchanged.
    private static func type(_ text: String) -> String {
        let lower = text.lowercased()
        return types.contains(lower) ? lower : text
    }

    private static let types: Set<String> = [
        "home", "work", "other", "cell", "voice", "text", "fax", "video", "pager", "textphone", "main", "dom", "intl",
        "postal", "parcel", "msg", "bbs", "modem", "car", "isdn", "pcs", "spouse", "child", "parent", "sibling",
        "friend", "manager", "assistant", "anniversary",
    ]

    private mutating func named<Element>(
        _ name: String,
        in all: [Element],
        _ label: (Element) -> String,
        _ problem: String
    ) -> Element? {
        if let found = all.first(where: { label($0).lowercased() == name.lowercased() }) { return found }
        let labels = all.map(label)
        let meant = NearestName.find(name, in: labels, within: 2).map { "did you mean “\($0)”?" }
        complain("\(problem) “\(name)”; \(meant ?? "choose from \(labels.joined(separator: ", "))")")
        return nil
    }
}

extension ContactField {
    /// Whether a value may have types and be marked as preferred.
    fileprivate var hasTypes: Bool {
        switch value {
        case .values, .addresses: true
        default: false
        }
    }
}

/// The lines, numbered from 1, that can't be read, with the reasons.
struct TemplateProblems: Error {
    let problems: [(line: Int, message: String)]
}
