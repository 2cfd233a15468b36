import Repository
import TerminalUI

enum ContactDiff {
    /// Returns the removed and added lines, safe for a terminal.
    static func lines(from old: Contact, to new: Contact) -> [String] {
        LineDiff.lines(
            from: ContactTemplate.values(of: ContactDraft(old)),
            to: ContactTemplate.values(of: ContactDraft(new))
        )
    }

    /// A change of one value, such as `e-mail home a@x.org → d@x.org`.
    struct Change: Equatable {
        /// The description of the change, safe for a terminal.
        let text: String
        /// Whether an old value was removed.
        let isLoss: Bool
    }

    /// The maximum width of a value in a change, in columns.
    private static let columns = 60

    static func changes(from old: Contact, to new: Contact) -> [Change] {
        let (before, after) = (ContactDraft(old), ContactDraft(new))
        return after.changes(from: before).flatMap { field in
            changes(before.shown(field), after.shown(field)).map {
                Change(text: "\(field.label.lowercased()) \($0.text)", isLoss: $0.isLoss && field != .favorite)
            }
        } + keptChanges(from: old, to: new)
    }

    /// Returns the changes to preserved vCard lines, each under its label.
    private static func keptChanges(from old: Contact, to new: Contact) -> [Change] {
        guard old.lines != new.lines else { return [] }
        let (before, after) = (KeptLine.lines(of: old), KeptLine.lines(of: new))
        let labels = (before + after).map(\.label).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return labels.flatMap { label in
            let values = [before, after].map { $0.filter { $0.label == label }.map { ContactValue($0.value) } }
            return changes(values[0], values[1]).map {
                Change(text: "\(TerminalText.sanitized(label)) \($0.text)", isLoss: $0.isLoss)
            }
        }
    }

    private static func changes(_ old: [ContactValue], _ new: [ContactValue]) -> [Change] {
        var (gone, come) = (rest(of: old, without: new), rest(of: new, without: old))
        var changes: [Change] = []
        for isSame: (ContactValue, ContactValue) -> Bool in [{ $0.types == $1.types }, { $0.value == $1.value }] {
            gone.removeAll { value in
                guard let place = come.firstIndex(where: { isSame(value, $0) }) else { return false }
                changes.append(change(of: value, to: come.remove(at: place)))
                return true
            }
        }
        return changes + gone.map { Change(text: "\(text(of: $0)) removed", isLoss: true) }
            + come.map { Change(text: "\(text(of: $0)) added", isLoss: false) }
    }

    private static func rest(of values: [ContactValue], without others: [ContactValue]) -> [ContactValue] {
        var counts: [ContactValue: Int] = [:]
        for value in others { counts[value, default: 0] += 1 }
        return values.filter { value in
            counts[value, default: 0] -= 1
            return counts[value, default: 0] < 0
        }
    }

    private static func change(of old: ContactValue, to new: ContactValue) -> Change {
        if old.value == new.value, old.types == new.types {
            return Change(text: "\(text(of: new)) \(new.isPreferred ? "" : "not ")preferred", isLoss: false)
        }
        var shown = new
        if old.types == new.types { shown.types = [] }
        return Change(text: "\(text(of: old)) → \(text(of: shown))", isLoss: true)
    }

    private static func text(of value: ContactValue) -> String {
        DisplayWidth.truncated(
            TerminalText.sanitized((value.types + [value.value]).joined(separator: " ")),
            to: columns
        )
    }
}

extension ContactDraft {
    /// Returns the values of a field, each with its distinguishing words.
    fileprivate func shown(_ field: ContactField) -> [ContactValue] {
        switch field.value {
        case .flag: [ContactValue(self[field].isEmpty ? "no" : "yes")]
        case .addresses:
            addresses.flatMap { entry in
                AddressPart.inTemplate.compactMap { part in
                    entry.address[part].map { ContactValue($0, types: entry.types + [part.label.lowercased()]) }
                }
            }
        default: self[field]
        }
    }
}

enum LineDiff {
    /// The maximum number of line pairs for computing a shortest difference, whose cost grows with that number.
    private static let pairLimit = 1_000_000

    /// Returns the removed lines with `- ` and the added lines with `+ `, in the order of the texts.
    static func lines(from old: [String], to new: [String]) -> [String] {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let (left, right) = (Array(old[start..<old.count - end]), Array(new[start..<new.count - end]))
        let isSmall = left.count.multipliedReportingOverflow(by: right.count).partialValue <= pairLimit
        let difference = isSmall ? right.difference(from: left) : nil
        let removed = Set(difference?.removals.map(\.offset) ?? Array(left.indices))
        let inserted = Set(difference?.insertions.map(\.offset) ?? Array(right.indices))
        var result: [String] = []
        var (place, newPlace) = (0, 0)
        while place < left.count || newPlace < right.count {
            if removed.contains(place) {
                result.append("- " + left[place])
                place += 1
            } else if inserted.contains(newPlace) {
                result.append("+ " + right[newPlace])
                newPlace += 1
            } else {
                (place, newPlace) = (place + 1, newPlace + 1)
            }
        }
        return result
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}

/// The values of a contact's fields as they appear in a template.
struct ContactDraft: Equatable, Sendable {
    /// The values of all fields except addresses; a field without a value has no entry.
    private var values: [ContactField: [ContactValue]] = [:]
    var addresses: [ContactAddress] = []

    init() {}

    init(_ contact: Contact) {
        addresses = contact.addresses
        for field in ContactField.editable where field != .addresses { self[field] = field.values(of: contact) }
    }

    /// The values of a field other than the addresses; a flag that is set is “yes”.
    subscript(field: ContactField) -> [ContactValue] {
        get { values[field] ?? [] }
        set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    func has(_ value: String, in field: ContactField) -> Bool { self[field].contains { $0.value == value } }

    /// Returns the fields whose values differ from another draft.
    func changes(from old: ContactDraft) -> [ContactField] {
        ContactField.editable.filter { self[$0] != old[$0] || $0 == .addresses && addresses != old.addresses }
    }

    /// Returns the difference from another draft of the same contact.
    func edit(from old: ContactDraft) -> ContactEdit {
        var edit = ContactEdit()
        for field in changes(from: old) {
            if field == .addresses { edit.addresses = addresses } else { edit.set(field, to: self[field]) }
        }
        return edit
    }
}
