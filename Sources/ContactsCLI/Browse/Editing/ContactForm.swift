import Primitives
import Repository
import Services
import TerminalUI

/// The fields of a contact as editable lines, with the problem beside each.
struct ContactForm: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        enum Part: Hashable, Sendable {
            /// A value of a field; several lines of one field hold several values, or the lines of a note.
            case value(ContactField)
            /// A part of the address with this number.
            case address(Int, AddressPart)
        }

        let part: Part
        let label: String
        var input: TextInput
        /// The types of the value, or of the address that begins here, such as `work`; `nil` if it can't have any.
        var types: [String]?
        /// The value that the line came from; it is kept if the line is unchanged, and its preference always is.
        var original: ContactValue?
        var problem: String?

        var address: Int? { if case .address(let number, _) = part { number } else { nil } }
    }

    /// The stored contact, or an empty one.
    let contact: Contact
    private(set) var rows: [Row] = []
    private(set) var focus = 0
    /// The original addresses, indexed by the numbers in their lines.
    private var addresses: [ContactAddress]

    init(_ contact: Contact) {
        self.contact = contact
        addresses = contact.addresses.isEmpty ? [ContactAddress(PostalAddress())] : contact.addresses
        let draft = ContactDraft(contact)
        for field in ContactField.editable {
            if case .addresses = field.value {
                rows += addresses.enumerated().flatMap { Self.rows(of: $1, $0) }
            } else {
                rows += Self.rows(of: field, draft)
            }
        }
    }

    private static func rows(of field: ContactField, _ draft: ContactDraft) -> [Row] {
        func row(_ text: String, _ original: ContactValue? = nil) -> Row {
            var types: [String]?
            if case .values = field.value { types = original?.types ?? [] }
            return Row(
                part: .value(field),
                label: field.label,
                input: TextInput(text),
                types: types,
                original: original
            )
        }
        switch field.value {
        case .text where field.isMultiline:
            return lines(of: draft[field].first?.value).map { row($0) }
        case .text: return [row(draft[field].first?.value ?? "", draft[field].first)]
        case .texts, .values: return draft[field].map { row($0.value, $0) } + [row("")]
        case .flag: return [row(draft[field].isEmpty ? "no" : "yes")]
        case .addresses, .photo, .name, .address, .picture: return []
        }
    }

    /// Returns the lines of an address in the usual order; rare parts are included only if filled.
    private static func rows(of address: ContactAddress, _ number: Int) -> [Row] {
        let rare: [AddressPart] = [.extended, .poBox].filter { address.address[$0] != nil }
        return ([.street] + rare + [.postcode, .city, .state, .country]).map { part in
            Row(
                part: .address(number, part),
                label: part.label,
                input: TextInput(address.address[part] ?? ""),
                types: part == .street ? address.types : nil
            )
        }
    }

    /// Returns the lines of a note, plus an empty one for appending.
    private static func lines(of text: String?) -> [String] {
        guard let text, !text.isEmpty else { return [""] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""]
    }

    // MARK: Typing

    var focused: Row { rows[focus] }
    /// Whether the focused line is a yes/no value, which is answered with a single key.
    var isFlagFocused: Bool { if case .value(let field) = focused.part { field.isFlag } else { false } }

    /// Moves to another line, and checks the text of the previous one.
    mutating func move(by count: Int) { moveTo(focus + count) }

    mutating func moveTo(_ index: Int) {
        check(focus)
        focus = max(0, min(index, rows.count - 1))
    }

    /// Handles typed text; filling the last empty line of a field with several values adds another one.
    ///
    /// - Returns: Whether the event was text input.
    mutating func type(_ event: InputEvent) -> Bool {
        if isFlagFocused { return toggle(event) }
        guard rows[focus].input.apply(event) else { return false }
        // Text that is still being typed isn't reported, but a reported problem is rechecked.
        if rows[focus].problem != nil { check(focus) }
        addEmptyRow()
        return true
    }

    private mutating func toggle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(" "): rows[focus].input = TextInput(focused.input.text == "yes" ? "no" : "yes")
        case .key("y"): rows[focus].input = TextInput("yes")
        case .key("n"): rows[focus].input = TextInput("no")
        default: return false
        }
        return true
    }

    private mutating func addEmptyRow() {
        guard case .value(let field) = focused.part, !focused.input.isEmpty, isRepeatable || field.isMultiline else {
            return
        }
        let isLast = focus + 1 == rows.count || rows[focus + 1].part != focused.part
        if isLast { insertEmptyRow(at: focus + 1) }
    }

    private mutating func insertEmptyRow(at index: Int) {
        let types: [String]? = focused.types == nil ? nil : []
        rows.insert(Row(part: focused.part, label: focused.label, input: TextInput(), types: types), at: index)
    }

    // MARK: Several values

    /// Whether the contact may have several values of the focused line's kind.
    var isRepeatable: Bool {
        guard case .value(let field) = focused.part else { return true }
        return switch field.value {
        case .texts, .values: true
        default: false
        }
    }

    /// The line with the types of the focused value or address; `nil` if it can't have any.
    private var typedRow: Int? {
        guard let address = focused.address else { return focused.types == nil ? nil : focus }
        return rows.firstIndex { $0.types != nil && $0.address == address }
    }

    var hasType: Bool { typedRow != nil }

    /// Switches the value or address to the next of the usual types; an unusual original type comes last in the cycle.
    mutating func changeType() {
        guard let index = typedRow else { return }
        let row = rows[index]
        var usual: [[String]] = [[], ["home"], ["work"]]
        var old = row.original?.types
        switch row.part {
        case .address(let number, _): old = addresses[number].types
        case .value(let field): if field == .phones { usual = [[], ["cell"], ["home"], ["work"], ["fax"]] }
        }
        if let old, !usual.contains(old) { usual.append(old) }
        let next = (usual.firstIndex(of: row.types ?? []) ?? -1) + 1
        rows[index].types = usual[next % usual.count]
    }

    /// Moves to an empty line for another value of the field, or for another address.
    mutating func addAnother() {
        guard isRepeatable else { return }
        if focused.address != nil {
            let end = (rows.lastIndex { $0.address != nil } ?? focus) + 1
            addresses.append(ContactAddress(PostalAddress()))
            rows.insert(contentsOf: Self.rows(of: addresses[addresses.count - 1], addresses.count - 1), at: end)
            return moveTo(end)
        }
        let last = rows.lastIndex { $0.part == focused.part } ?? focus
        if !rows[last].input.isEmpty { insertEmptyRow(at: last + 1) }
        moveTo(rows[last].input.isEmpty ? last : last + 1)
    }

    /// Removes the value or address; for the last one, the lines are only cleared.
    mutating func remove() {
        guard isRepeatable else { return }
        var removed = [focus]
        var isLast = rows.count { $0.part == focused.part } == 1
        if let address = focused.address {
            removed = rows.indices.filter { rows[$0].address == address }
            isLast = Set(rows.compactMap(\.address)).count == 1
        }
        for index in removed.reversed() {
            if isLast {
                rows[index].input = TextInput()
                rows[index].types = rows[index].types.map { _ in [] }
                rows[index].problem = nil
            } else {
                rows.remove(at: index)
            }
        }
        focus = max(0, min(removed.first ?? focus, rows.count - 1))
    }

    // MARK: Checking

    /// Checks all lines.
    ///
    /// - Returns: Whether everything is valid; if not, the first line with a problem gets the focus.
    mutating func checkAll() -> Bool {
        for index in rows.indices { check(index) }
        guard let first = rows.firstIndex(where: { $0.problem != nil }) else { return true }
        focus = first
        return false
    }

    private mutating func check(_ index: Int) {
        let row = rows[index]
        guard case .value(let field) = row.part, !field.isMultiline, !field.isFlag else { return }
        let value = value(of: row, in: field)
        // A stored value may stay, even if it violates current rules.
        let isOld = row.original.map { $0.value == value.value } ?? ContactDraft(contact).has(value.value, in: field)
        rows[index].problem = isOld ? nil : ContactRules.problem(with: value.value, in: field)
    }

    private func value(of row: Row, in field: ContactField) -> ContactValue {
        let (original, text) = (row.original, row.input.text.trimmed())
        let types = row.types ?? original?.types ?? []
        // Strings with different bytes can be equal.
        if let original, original.value.utf8.elementsEqual(row.input.text.utf8), types == original.types {
            return original
        }
        guard case .values = field.value else { return ContactValue(text) }
        // The type may also be typed: `work:ada@example.org`.
        let typed = TypedText(parsing: text)
        return ContactValue(
            typed.value,
            types: typed.types.isEmpty ? types : typed.types,
            isPreferred: original?.isPreferred ?? false
        )
    }

    // MARK: Result

    var draft: ContactDraft {
        var draft = ContactDraft()
        var parts: [Int: ContactAddress] = [:]
        var notes: [ContactField: [String]] = [:]
        for row in rows {
            switch row.part {
            case .value(let field) where field.isFlag:
                if row.input.text == "yes" { draft[field] = [ContactValue("yes")] }
            case .address(let number, let part):
                let text = row.input.text.trimmed()
                parts[number, default: addresses[number]].address[part] = text.isEmpty ? nil : text
                if let types = row.types { parts[number]?.types = types }
            case .value(let field) where field.isMultiline:
                notes[field, default: []].append(row.input.text)
            case .value(let field):
                let value = value(of: row, in: field)
                if !value.value.isEmpty { draft[field].append(value) }
            }
        }
        draft.addresses = parts.sorted { $0.key < $1.key }.map(\.value).filter { $0.address != PostalAddress() }
        for (field, lines) in notes {
            let old = ContactDraft(contact)[field]
            guard lines != Self.lines(of: old.first?.value) else {
                draft[field] = old
                continue
            }
            var lines = lines
            while lines.last?.isEmpty == true { lines.removeLast() }
            if !lines.isEmpty { draft[field] = [ContactValue(lines.joined(separator: "\n"))] }
        }
        return draft
    }

    var edit: ContactEdit { draft.edit(from: ContactDraft(contact)) }

    var hasChanges: Bool { !edit.isEmpty }

    var difference: [String] { ContactDiff.lines(from: contact, to: edit.applied(to: contact)) }
}

extension ContactField {
    fileprivate var isFlag: Bool { if case .flag = value { true } else { false } }
}
