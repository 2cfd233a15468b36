import ArgumentParser
import Repository
import Services
import TerminalUI

/// Says by name which contacts a command changes.
enum ContactNames {
    /// The most contacts that are named.
    private static let limit = 3

    /// The name of a contact on one line, safe for a terminal; its identifier when it has none.
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

/// What an edit did or would do, in sentences with the names of the contacts.
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

    /// What an edit of any fields did, such as `Saved Ada Lovelace (note)`.
    func saved(isTrial: Bool) -> String {
        guard let first = changed.first else { return untouched }
        let names = ContactNames.text(contacts)
        guard changed.count == 1 else { return (isTrial ? "Would change \(names)." : "Saved \(names).") + rest }
        let fields = ContactDiff.fields(from: first.old, to: first.new).joined(separator: ", ")
        let newName = ContactNames.name(of: first.new)
        let now = newName == names ? "" : isTrial ? ", then \(newName)" : ", now \(newName)"
        let what = fields.isEmpty ? names : "\(names) (\(fields))"
        return (isTrial ? "Would change \(what)\(now)." : "Saved \(what)\(now).") + rest
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
