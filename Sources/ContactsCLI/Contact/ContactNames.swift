import ArgumentParser
import Repository
import Services
import TerminalUI

/// The names of contacts in messages about changes.
enum ContactNames {
    /// The maximum number of contacts that are named.
    private static let limit = 3

    /// Returns the name of a contact on one line, safe for a terminal; its identifier if it has no name.
    static func name(of contact: Contact) -> String {
        let name = contact.displayName
        return TerminalText.sanitized(name.isEmpty ? contact.id.rawValue : name)
    }

    /// The contacts in a sentence: `Ada Lovelace`, `2 contacts (Ada Lovelace, Grace Hopper)`, and of many the first names.
    static func text(_ contacts: [Contact]) -> String {
        if contacts.count == 1 { return name(of: contacts[0]) }
        return contacts.isEmpty ? "no contact" : "\(CountText.contacts(contacts.count)) (\(list(contacts)))"
    }

    /// The first names, and how many more there are.
    static func list(_ contacts: [Contact]) -> String {
        let names = contacts.prefix(limit).map(name).joined(separator: ", ")
        let rest = contacts.count - limit
        return rest > 0 ? "\(names) and \(rest) more" : names
    }
}

/// The option of every command that changes contacts.
struct DryRunOption: ParsableArguments, Sendable {
    @Flag(name: [.customShort("n"), .long], help: "Say which contacts would change, and change nothing.")
    var dryRun = false
}

/// The effect of an edit, in sentences with the names of the contacts.
struct EditReport {
    private let changed: [ContactUpdate]
    private let unchanged: [Contact]

    init(_ updates: [ContactUpdate]) {
        changed = updates.filter(\.isChange)
        unchanged = updates.filter { !$0.isChange }.map(\.old)
    }

    /// Whether nothing is or would be different.
    var isEmpty: Bool { changed.isEmpty }

    /// The contacts that are or would be different, as they were.
    var contacts: [Contact] { changed.map(\.old) }

    /// Returns what an edit of any fields did.
    ///
    /// For example: `Saved Ada Lovelace: e-mail home a@x.org → d@x.org.`
    func saved(isTrial: Bool) -> String {
        guard let first = changed.first else { return untouched }
        let names = ContactNames.text(contacts)
        let changes = changed.count > 1 ? [] : ContactDiff.changes(from: first.old, to: first.new)
        let what = changes.isEmpty ? names : "\(names): \(Self.list(changes))"
        return "\(isTrial ? "Would change" : "Saved") \(what).\(rest)"
    }

    /// For an edit of several contacts, what it replaced or removed in each.
    var losses: [String] {
        guard changed.count > 1 else { return [] }
        let lines = changed.lazy.compactMap { update -> String? in
            let losses = ContactDiff.changes(from: update.old, to: update.new).filter(\.isLoss)
            return losses.isEmpty ? nil : "\(ContactNames.name(of: update.old)): \(Self.list(losses))"
        }
        let shown = Array(lines.prefix(Self.limit))
        let hidden = changed.count - Self.limit
        return hidden > 0 && shown.count == Self.limit ? shown + ["… and up to \(hidden) more"] : shown
    }

    /// The maximum numbers of contacts, and of changes of one contact, that are listed.
    private static let limit = 20

    private static func list(_ changes: [ContactDiff.Change]) -> String {
        let shown = changes.prefix(limit).map(\.text).joined(separator: ", ")
        return changes.count > limit ? "\(shown) and \(changes.count - limit) more" : shown
    }

    /// What one thing that happened to the contacts did, such as `Put Ada Lovelace in the group “friends”`.
    ///
    /// - Parameters:
    ///   - past: The sentence when it happened, made of the names.
    ///   - trial: The sentence when it only would.
    ///   - isTrial: Whether nothing was changed.
    /// - Returns: The sentence, and what was left as it is.
    func text(_ past: (String) -> String, trial: (String) -> String, isTrial: Bool) -> String {
        guard !isEmpty else { return untouched }
        let names = ContactNames.text(contacts)
        return (isTrial ? trial(names) : past(names)) + rest
    }

    private var untouched: String {
        "Nothing was changed: \(ContactNames.text(unchanged)) \(unchanged.count == 1 ? "is" : "are") like that already."
    }

    private var rest: String {
        unchanged.isEmpty
            ? "" : " \(ContactNames.text(unchanged)) \(unchanged.count == 1 ? "was" : "were") like that already."
    }
}
