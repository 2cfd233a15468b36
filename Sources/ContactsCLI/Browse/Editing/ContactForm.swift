import Primitives
import Repository
import Services
import TerminalUI

/// The fields of a contact as lines that are typed, with what is wrong beside each.
struct ContactForm: Equatable, Sendable {
    /// One line of the form.
    struct Row: Equatable, Sendable {
        /// The part of the contact on the line.
        enum Part: Hashable, Sendable {
            /// A value of a field; several lines of one field are several values, or the lines of a note.
            case value(ContactField)
            /// A part of the address with this number.
            case address(Int, AddressPart)
            /// A yes or no.
            case flag(ContactField)
        }

        let part: Part
        let label: String
        /// The text field.
        var input: TextInput
        /// The value that the line came from, whose types and preference stay with it, and all of which does when nothing
        /// is typed.
        var original: ContactValue?
        /// The problem with the text; `nil` if there is none.
        var problem: String?
    }

    /// The contact as it is stored, or an empty one.
    let contact: Contact
    /// The lines.
    private(set) var rows: [Row] = []
    /// The number of the line that keys go to.
    private(set) var focus = 0
    /// The types and preferences of the addresses, which the lines of their parts do not have.
    private let addresses: [ContactAddress]

    /// Creates the form of a contact.
    init(_ contact: Contact) {
        self.contact = contact
        addresses = contact.addresses.isEmpty ? [ContactAddress(PostalAddress())] : contact.addresses
        let draft = ContactDraft(contact)
        for field in ContactField.editable { rows += Self.rows(of: field, draft, addresses) }
    }

    private static func rows(of field: ContactField, _ draft: ContactDraft, _ addresses: [ContactAddress]) -> [Row] {
        func row(_ text: String, _ original: ContactValue? = nil) -> Row {
            Row(part: .value(field), label: field.label, input: TextInput(text), original: original)
        }
        switch field.value {
        case .text where field.isMultiline:
            return lines(of: draft.texts[field]).map { row($0) }
        case .text: return [row(draft.texts[field] ?? "", draft.texts[field].map { ContactValue($0) })]
        case .texts: return (draft.lists[field] ?? []).map { row($0, ContactValue($0)) } + [row("")]
        case .values: return (draft.values[field] ?? []).map { row(text(of: $0), $0) } + [row("")]
        case .addresses:
            return addresses.enumerated().flatMap { number, address in
                AddressPart.inTemplate.map { part in
                    Row(part: .address(number, part), label: part.label, input: TextInput(address.address[part] ?? ""))
                }
            }
        case .flag:
            let text = draft.flags.contains(field) ? "yes" : "no"
            return [Row(part: .flag(field), label: field.label, input: TextInput(text))]
        case .photo, .name, .address, .picture: return []
        }
    }

    /// The lines of a note, with an empty one after them to go on.
    private static func lines(of text: String?) -> [String] {
        guard let text, !text.isEmpty else { return [""] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""]
    }

    /// A value as it is typed, with its types before it: `work:ada@example.org`.
    private static func text(of value: ContactValue) -> String {
        let text = value.types.isEmpty ? value.value : value.types.joined(separator: ",") + ":" + value.value
        return TypedText(parsing: text).value == value.value ? text : value.value
    }

    // MARK: Typing

    /// The line that keys go to.
    var focused: Row { rows[focus] }
    /// Whether keys go to a yes or no, where each of them is an answer.
    var isFlagFocused: Bool { if case .flag = focused.part { true } else { false } }

    /// Moves to another line; the text of the one that is left is checked.
    mutating func move(by count: Int) { moveTo(focus + count) }

    /// Moves to a line.
    mutating func moveTo(_ index: Int) {
        check(focus)
        focus = max(0, min(index, rows.count - 1))
    }

    /// Types into the line; a line that was the last empty one of several values gets another one after it.
    ///
    /// - Returns: Whether the event was one for text.
    mutating func type(_ event: InputEvent) -> Bool {
        if isFlagFocused { return toggle(event) }
        guard rows[focus].input.apply(event) else { return false }
        // Text that is still being typed isn't reported, but one that was wrong is checked again.
        if rows[focus].problem != nil { check(focus) }
        addEmptyRow()
        return true
    }

    private mutating func toggle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.character(" ")): rows[focus].input = TextInput(focused.input.text == "yes" ? "no" : "yes")
        case .key(.character("y")): rows[focus].input = TextInput("yes")
        case .key(.character("n")): rows[focus].input = TextInput("no")
        default: return false
        }
        return true
    }

    private mutating func addEmptyRow() {
        guard case .value(let field) = focused.part, !focused.input.isEmpty else { return }
        switch field.value {
        case .texts, .values: break
        case .text: guard field.isMultiline else { return }
        default: return
        }
        let isLast = focus + 1 == rows.count || rows[focus + 1].part != focused.part
        if isLast { rows.insert(Row(part: focused.part, label: focused.label, input: TextInput()), at: focus + 1) }
    }

    // MARK: Checking

    /// Checks all lines.
    ///
    /// - Returns: Whether nothing is wrong; else the first line with a problem gets the keys.
    mutating func checkAll() -> Bool {
        for index in rows.indices { check(index) }
        guard let first = rows.firstIndex(where: { $0.problem != nil }) else { return true }
        focus = first
        return false
    }

    private mutating func check(_ index: Int) {
        let row = rows[index]
        guard case .value(let field) = row.part, !field.isMultiline else { return }
        let value = value(of: row, in: field)
        // A value that was stored like this stays, whatever the rules say today.
        let isOld = row.original.map { $0.value == value.value } ?? ContactDraft(contact).has(value.value, in: field)
        rows[index].problem = isOld ? nil : ContactValueRules.problem(with: value.value, in: field)
    }

    private func value(of row: Row, in field: ContactField) -> ContactValue {
        let (original, text) = (row.original, row.input.text.trimmed())
        // A text equals others of other bytes.
        if let original, Self.text(of: original).utf8.elementsEqual(row.input.text.utf8) { return original }
        guard case .values = field.value else { return ContactValue(text) }
        let typed = TypedText(parsing: text)
        // Labels in the user's own words are not in the text, and stay.
        let isLabelled = original.map { Self.text(of: $0) == $0.value } ?? false
        return ContactValue(
            typed.value,
            types: typed.types.isEmpty && isLabelled ? original?.types ?? [] : typed.types,
            isPreferred: original?.isPreferred ?? false
        )
    }

    // MARK: Result

    /// The values as they are typed.
    var draft: ContactDraft {
        var draft = ContactDraft()
        var parts = addresses
        var notes: [ContactField: [String]] = [:]
        for row in rows {
            switch row.part {
            case .flag(let field): if row.input.text == "yes" { draft.flags.insert(field) }
            case .address(let number, let part):
                let text = row.input.text.trimmed()
                parts[number].address[part] = text.isEmpty ? nil : text
            case .value(let field) where field.isMultiline:
                notes[field, default: []].append(row.input.text)
            case .value(let field):
                let value = value(of: row, in: field)
                guard !value.value.isEmpty else { continue }
                switch field.value {
                case .texts: draft.lists[field, default: []].append(value.value)
                case .values: draft.values[field, default: []].append(value)
                default: draft.texts[field] = value.value
                }
            }
        }
        draft.addresses = parts.filter { $0.address != PostalAddress() }
        for (field, lines) in notes {
            let old = ContactDraft(contact).texts[field]
            guard lines != Self.lines(of: old) else {
                draft.texts[field] = old
                continue
            }
            var lines = lines
            while lines.last?.isEmpty == true { lines.removeLast() }
            if !lines.isEmpty { draft.texts[field] = lines.joined(separator: "\n") }
        }
        return draft
    }

    /// The changes.
    var edit: ContactEdit { draft.edit(from: ContactDraft(contact)) }

    /// Whether anything was changed.
    var hasChanges: Bool { !edit.isEmpty }

    /// The removed and added lines.
    var difference: [String] { ContactDiff.lines(from: contact, to: edit.applied(to: contact)) }
}
