import ArgumentParser
import Repository
import Services
import TerminalUI

enum ContactNames {
    /// The maximum number of contacts to name.
    private static let limit = 3

    /// Returns the name of a contact on one line, safe for a terminal; its identifier if it has no name.
    static func name(of contact: Contact) -> String {
        let name = contact.displayName
        return TerminalText.sanitized(name.isEmpty ? contact.id.rawValue : name)
    }

    /// Returns the name, followed by the book if there are several: `Ada Lovelace (home)`.
    static func nameAndBook(of contact: Contact) -> String {
        name(of: contact) + (contact.book.map { " (\($0))" } ?? "")
    }

    /// Returns the name and the details that distinguish the contact from namesakes:
    /// `Ada Lovelace <ada@example.com>, Analytical Society, London`.
    static func distinctName(of contact: Contact) -> String {
        let email = contact.email.map { " <\($0)>" } ?? ""
        let rest = [
            contact.organization, contact.address.city, contact.email == nil ? contact.phone ?? contact.cell : nil,
        ]
        return nameAndBook(of: contact)
            + TerminalText.sanitized(email + rest.compactMap { $0.map { ", \($0)" } }.joined())
    }

    /// Returns `Ada Lovelace` or `2 contacts (Ada Lovelace, Grace Hopper)`, naming at most the first few.
    static func text(_ contacts: [Contact]) -> String {
        if contacts.count == 1 { return nameAndBook(of: contacts[0]) }
        return contacts.isEmpty ? "no contact" : "\(CountText.contacts(contacts.count)) (\(list(contacts)))"
    }

    /// Returns the first few names and the number of remaining contacts.
    static func list(_ contacts: [Contact]) -> String {
        let names = contacts.prefix(limit).map(nameAndBook).joined(separator: ", ")
        let rest = contacts.count - limit
        return rest > 0 ? "\(names) and \(rest) more" : names
    }
}

struct DryRunOption: ParsableArguments, Sendable {
    @Flag(name: [.customShort("n"), .long], help: "Print which contacts would change, and change nothing.")
    var dryRun = false
}

/// Messages about the effect of an edit, with the names of the contacts.
struct EditReport {
    private let changed: [ContactUpdate]
    private let unchanged: [Contact]

    init(_ updates: [ContactUpdate]) {
        changed = updates.filter(\.isChange)
        unchanged = updates.filter { !$0.isChange }.map(\.old)
    }

    var isEmpty: Bool { changed.isEmpty }

    /// The contacts that are or would be changed, before the edit.
    var contacts: [Contact] { changed.map(\.old) }

    /// Returns a message about an edit of any fields.
    ///
    /// For example: `Saved Ada Lovelace: e-mail home a@x.org → d@x.org.`
    func saved(isTrial: Bool) -> String {
        guard let first = changed.first else { return untouched }
        let what = changed.count > 1 ? ContactNames.text(contacts) : Self.text(of: first)
        return "\(isTrial ? "Would change" : "Saved") \(what).\(rest)"
    }

    /// The values that an edit of several contacts replaced or removed, a line per contact.
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

    /// The maximum number of contacts to list, and of changes to list for each.
    private static let limit = 20

    /// Returns the contact and its changes: `Ada Lovelace: e-mail home a@x.org → d@x.org`.
    static func text(of update: ContactUpdate) -> String {
        let name = ContactNames.nameAndBook(of: update.old)
        var changes = ContactDiff.changes(from: update.old, to: update.new)
        if update.old.photo != update.new.photo {
            let what = update.old.photo == nil ? "added" : update.new.photo == nil ? "removed" : "replaced"
            changes.append(ContactDiff.Change(text: "photo \(what)", isLoss: update.old.photo != nil))
        }
        return changes.isEmpty ? name : "\(name): \(list(changes))"
    }

    private static func list(_ changes: [ContactDiff.Change]) -> String {
        let shown = changes.prefix(limit).map(\.text).joined(separator: ", ")
        return changes.count > limit ? "\(shown) and \(changes.count - limit) more" : shown
    }

    /// Returns a message about a single action, such as `Added Ada Lovelace to the group “friends”`, and about the
    /// contacts that it left unchanged.
    func text(_ sentence: (String) -> String) -> String {
        isEmpty ? untouched : sentence(ContactNames.text(contacts)) + rest
    }

    private var untouched: String {
        "Nothing was changed: \(ContactNames.text(unchanged)) \(unchanged.count == 1 ? "is" : "are") already like that."
    }

    private var rest: String {
        unchanged.isEmpty
            ? "" : " \(ContactNames.text(unchanged)) \(unchanged.count == 1 ? "was" : "were") already like that."
    }
}
