import Primitives
import Repository
import Services

struct ContactTemplateReader {
    private var draft = ContactDraft()
    private var problems: [TemplateProblem] = []
    /// The field that indented lines belong to.
    private var current: ContactField?
    private var note: [String] = []
    private var number = 0
    /// The contents of the template before it was edited.
    private var original: ContactDraft?

    /// Reads an edited template: new values are checked, those of the original stay as they came.
    ///
    /// Without an original, no value is checked.
    static func read(_ text: String, over original: ContactDraft? = nil) -> Result<ContactDraft, TemplateProblems> {
        var reader = ContactTemplateReader()
        reader.original = original
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
            if current?.isMultiline == true { note.append("") }
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
        var head = line[..<colon].trimmed()
        let value = TemplateText.unescaped(line[line.index(after: colon)...].trimmed())
        let isPreferred = head.last == "*"
        if isPreferred { head = head.dropLast().trimmed() }
        var types: [String] = []
        if head.last == "]", let bracket = head.firstIndex(of: "[") {
            types = head[head.index(after: bracket)...].dropLast().split(separator: ",")
                .map { Self.type(TemplateText.unescaped($0.trimmed())) }.filter { !$0.isEmpty }
            head = head[..<bracket].trimmed()
        }
        guard let field = Self.named(String(head), in: ContactField.editable, \.label) else {
            current = nil
            return complain(
                "there is no field “\(head)”" + Self.advice(String(head), ContactField.editable.map(\.label))
            )
        }
        current = field
        if !types.isEmpty || isPreferred, !field.hasTypes {
            return complain("“\(field.label)” takes neither types nor a star")
        }
        if let original, !original.has(value, in: field), !field.isMultiline,
            let problem = ContactValueRules.problem(with: value, in: field)
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
            complain("“\(field.label)” has a value already; it takes one")
        case .text, .texts, .values:
            if !value.isEmpty { draft[field].append(ContactValue(value, types: types, isPreferred: isPreferred)) }
        case .addresses:
            draft.addresses.append(ContactAddress(PostalAddress(), types: types, isPreferred: isPreferred))
            guard value.isEmpty else {
                return complain("the parts of an address stand below it, indented, such as “    City: Bern”")
            }
        case .flag:
            switch value.lowercased() {
            case "yes", "true": draft[field] = [ContactValue("yes")]
            case "no", "false", "": draft[field] = []
            default: complain("“\(field.label)” is yes or no, not “\(value)”")
            }
        case .photo, .name, .address, .picture: break
        }
    }

    private mutating func readIndented(_ line: Substring) {
        switch current?.value {
        case .text? where current?.isMultiline == true:
            // Indentation beyond that of the template belongs to the note.
            let indentation = line.prefix(4).prefix(while: \.isWhitespace).count
            note.append(TemplateText.unescaped(String(line.dropFirst(indentation))))
        case .addresses?:
            guard let colon = Self.colon(in: line) else {
                return complain(
                    "there is no colon in “\(line.trimmed())”; write a part of the address and its value"
                )
            }
            let name = String(line[..<colon].trimmed())
            guard let part = Self.named(name, in: AddressPart.inTemplate, \.label) else {
                return complain(
                    "an address has no part “\(name)”" + Self.advice(name, AddressPart.inTemplate.map(\.label))
                )
            }
            let value = TemplateText.unescaped(line[line.index(after: colon)...].trimmed())
            if !value.isEmpty { draft.addresses[draft.addresses.count - 1].address[part] = value }
        default:
            complain("an indented line belongs to an address or a note; there is none above it")
        }
    }

    private mutating func finish() {
        draft.addresses.removeAll { $0.address == PostalAddress() }
        while note.last?.isEmpty == true { note.removeLast() }
        if !note.isEmpty { draft[.note] = [ContactValue(note.joined(separator: "\n"))] }
    }

    private mutating func complain(_ message: String) {
        problems.append(TemplateProblem(line: number, message: message))
    }

    /// Finds the colon that ends the field, not one inside the brackets.
    private static func colon(in line: Substring) -> Substring.Index? {
        guard let first = line.firstIndex(of: ":") else { return nil }
        guard let bracket = line[..<first].firstIndex(of: "["), let end = line[bracket...].firstIndex(of: "]") else {
            return first
        }
        return line[end...].firstIndex(of: ":")
    }

    /// The word for a type in lower case; a label in the user's own words as it is.
    private static func type(_ text: String) -> String {
        let lower = text.lowercased()
        return types.contains(lower) ? lower : text
    }

    private static let types: Set<String> = [
        "home", "work", "other", "cell", "voice", "text", "fax", "video", "pager", "textphone", "main", "dom", "intl",
        "postal", "parcel", "msg", "bbs", "modem", "car", "isdn", "pcs", "spouse", "child", "parent", "sibling",
        "friend",
        "manager", "assistant", "anniversary",
    ]

    private static func named<Element>(_ name: String, in all: [Element], _ label: (Element) -> String) -> Element? {
        all.first { label($0).lowercased() == name.lowercased() }
    }

    private static func advice(_ name: String, _ names: [String]) -> String {
        let meant = NearestName.find(name, in: names, within: 2)
        return meant.map { "; did you mean “\($0)”?" } ?? "; there are \(names.joined(separator: ", "))"
    }
}

extension ContactField {
    /// Whether a value may have types and be the preferred one.
    fileprivate var hasTypes: Bool {
        switch value {
        case .values, .addresses: true
        default: false
        }
    }
}

struct TemplateProblem: Error, Equatable, Sendable {
    /// The number of the line, from 1.
    let line: Int
    let message: String
}

struct TemplateProblems: Error, Equatable, Sendable {
    let problems: [TemplateProblem]
}
