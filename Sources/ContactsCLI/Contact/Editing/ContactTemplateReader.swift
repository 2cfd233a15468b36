import Primitives
import Repository

/// Reads a template back.
struct ContactTemplateReader {
    private var draft = ContactDraft()
    private var problems: [TemplateProblem] = []
    /// The field that indented lines belong to.
    private var current: TemplateField?
    private var note: [String] = []
    private var number = 0

    /// Reads what somebody made of a template.
    ///
    /// - Parameter text: The text; parts that were not changed may be gone.
    /// - Returns: What it says, or all that cannot be read in it, in the order of the lines.
    static func read(_ text: String) -> Result<ContactDraft, TemplateProblems> {
        var reader = ContactTemplateReader()
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            reader.number += 1
            reader.read(line)
        }
        reader.finish()
        return reader.problems.isEmpty
            ? .success(reader.draft) : .failure(TemplateProblems(problems: reader.problems))
    }

    private mutating func read(_ line: Substring) {
        if line.first == "#" { return }
        if line.allSatisfy(\.isWhitespace) {
            // Empty lines stand inside a note only.
            if current == .note { note.append("") }
            return
        }
        if line.first?.isWhitespace == true {
            readIndented(line)
        } else {
            readField(line)
        }
    }

    private mutating func readField(_ line: Substring) {
        guard let colon = Self.colon(in: line) else {
            return complain(
                "there is no colon in “\(line)”; write a field and its value, such as “Last name: Lovelace”"
            )
        }
        var head = Self.trimmed(line[..<colon])
        let value = TemplateText.unescaped(Self.trimmed(line[line.index(after: colon)...]))
        let isPreferred = head.last == "*"
        if isPreferred { head = Self.trimmed(head.dropLast()) }
        var types: [String] = []
        if head.last == "]", let bracket = head.firstIndex(of: "[") {
            types = head[head.index(after: bracket)...].dropLast().split(separator: ",")
                .map { TemplateText.unescaped(Self.trimmed($0)).lowercased() }.filter { !$0.isEmpty }
            head = Self.trimmed(head[..<bracket])
        }
        guard let field = Self.named(String(head), in: TemplateField.allCases) else {
            current = nil
            return complain("there is no field “\(head)”" + Self.advice(String(head), TemplateField.allCases))
        }
        current = field
        if !types.isEmpty || isPreferred, ![.email, .phone, .address].contains(field) {
            return complain("“\(field.rawValue)” has neither types nor a preferred value")
        }
        set(field, value, types, isPreferred)
    }

    private mutating func set(_ field: TemplateField, _ value: String, _ types: [String], _ isPreferred: Bool) {
        switch field.kind {
        case .text:
            guard draft.texts[field] == nil else {
                return complain("“\(field.rawValue)” has a value already; it can have one")
            }
            if !value.isEmpty { draft.texts[field] = value }
        case .list:
            if !value.isEmpty { draft.lists[field, default: []].append(value) }
        case .values:
            guard !value.isEmpty else { return }
            draft.values[field, default: []].append(ContactValue(value, types: types, isPreferred: isPreferred))
        case .addresses:
            draft.addresses.append(ContactAddress(PostalAddress(), types: types, isPreferred: isPreferred))
            guard value.isEmpty else {
                return complain("the parts of an address stand below it, indented, such as “    City: Bern”")
            }
        case .flag:
            switch value.lowercased() {
            case "yes", "true": draft.isFavorite = true
            case "no", "false", "": draft.isFavorite = false
            default: complain("“\(field.rawValue)” is yes or no, not “\(value)”")
            }
        case .note:
            if !value.isEmpty { note.append(value) }
        }
    }

    private mutating func readIndented(_ line: Substring) {
        switch current {
        case .note:
            // The indentation of the template goes; more of it belongs to the note.
            let indentation = line.prefix(4).prefix(while: \.isWhitespace).count
            note.append(TemplateText.unescaped(line.dropFirst(indentation)))
        case .address:
            guard let colon = Self.colon(in: line) else {
                return complain(
                    "there is no colon in “\(Self.trimmed(line))”; write a part of the address and its value"
                )
            }
            let name = String(Self.trimmed(line[..<colon]))
            guard let part = Self.named(name, in: AddressPart.allCases) else {
                return complain("an address has no part “\(name)”" + Self.advice(name, AddressPart.allCases))
            }
            let value = TemplateText.unescaped(Self.trimmed(line[line.index(after: colon)...]))
            if !value.isEmpty { draft.addresses[draft.addresses.count - 1].address[keyPath: part.path] = value }
        default:
            complain("an indented line belongs to an address or a note; there is none above it")
        }
    }

    private mutating func finish() {
        draft.addresses.removeAll { $0.address == PostalAddress() }
        while note.last?.isEmpty == true { note.removeLast() }
        if !note.isEmpty { draft.texts[.note] = note.joined(separator: "\n") }
    }

    private mutating func complain(_ message: String) {
        problems.append(TemplateProblem(line: number, message: message))
    }

    /// The colon that ends the field: not one inside the brackets.
    private static func colon(in line: Substring) -> Substring.Index? {
        guard let first = line.firstIndex(of: ":") else { return nil }
        guard let bracket = line[..<first].firstIndex(of: "["), let end = line[bracket...].firstIndex(of: "]") else {
            return first
        }
        return line[end...].firstIndex(of: ":")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func named<Name: RawRepresentable>(_ name: String, in all: [Name]) -> Name?
    where Name.RawValue == String {
        all.first { $0.rawValue.lowercased() == name.lowercased() }
    }

    private static func advice<Name: RawRepresentable>(_ name: String, _ all: [Name]) -> String
    where Name.RawValue == String {
        let names = all.map(\.rawValue)
        let meant = NearestName.find(name, in: names, within: 2)
        return meant.map { "; did you mean “\($0)”?" } ?? "; there are \(names.joined(separator: ", "))"
    }
}

/// What cannot be read in a template.
struct TemplateProblem: Error, Equatable, Sendable {
    /// The number of the line, from 1.
    let line: Int
    let message: String
}

/// All that cannot be read in a template.
struct TemplateProblems: Error, Equatable, Sendable {
    let problems: [TemplateProblem]
}
