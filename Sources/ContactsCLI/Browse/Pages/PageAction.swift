import TerminalUI

/// Something that the user can do on a page.
///
/// A page's keys, its help and the command palette are all derived from an ``ActionTable``.
struct PageAction: Sendable {
    /// The stable name, such as `contact.edit`.
    let id: String
    /// The title in the help and the palette.
    let title: String
    /// The word for the bottom bar; `nil` hides the action there.
    var hint: String?
    /// The keys, most common first; empty for an action that is only in the palette.
    var keys: [Key] = []
    let perform: @MainActor @Sendable () -> Void

    /// The keys as named in the help, such as `j, Down`.
    var keyNames: String { keys.map(\.description).joined(separator: ", ") }
}

/// Something with actions: a page, a dialog over it, or the surrounding program.
@MainActor
protocol ActionOwner: AnyObject {}

extension ActionOwner {
    /// Creates an action that works as long as its owner exists.
    func action(
        _ id: String,
        _ title: String,
        _ keys: Key...,
        hint: String? = nil,
        do perform: @escaping @MainActor (Self) -> Void = { _ in }
    ) -> PageAction {
        PageAction(id: id, title: title, hint: hint, keys: keys) { [weak self] in if let self { perform(self) } }
    }

    /// Creates an action with a key that is the same on every page.
    func action(
        _ key: FixedKey,
        _ title: String,
        hint: String? = nil,
        do perform: @escaping @MainActor (Self) -> Void
    ) -> PageAction {
        PageAction(id: key.rawValue, title: title, hint: hint, keys: key.keys) { [weak self] in
            if let self { perform(self) }
        }
    }
}

/// Keys that mean the same on every page.
enum FixedKey: String, CaseIterable, Sendable {
    case search, open, back, quit, down, up, help, undo, palette

    var keys: [Key] {
        switch self {
        case .search: ["/"]
        case .open: [.enter]
        case .back: [.escape]
        case .quit: ["q"]
        case .down: ["j", .down]
        case .up: ["k", .up]
        case .help: ["?"]
        case .undo: ["u"]
        case .palette: [":"]
        }
    }
}

/// All actions of a page, in help order.
struct ActionTable: Sendable {
    let actions: [PageAction]

    /// Creates a page's table: its own actions, followed by the global ones that it doesn't override.
    init(_ own: [PageAction], everywhere: [PageAction] = []) {
        let names = Set(own.map(\.id))
        let taken = Set(own.flatMap(\.keys))
        actions =
            own
            + everywhere.filter { !names.contains($0.id) }.map { action in
                var action = action
                action.keys.removeAll(where: taken.contains)
                return action
            }
    }

    /// Returns the actions that remain available while some keys are text.
    func without(_ isText: (Key) -> Bool) -> ActionTable {
        ActionTable(
            actions.compactMap { action in
                var kept = action
                kept.keys.removeAll { isText($0) }
                return kept.keys.isEmpty && !action.keys.isEmpty ? nil : kept
            }
        )
    }

    var hints: [KeyHint] {
        actions.compactMap { action in
            guard let hint = action.hint, let key = action.keys.first else { return nil }
            return KeyHint(key, text: hint)
        }
    }

    func action(for key: Key) -> PageAction? { actions.first { $0.keys.contains(key) } }

    func action(_ id: String) -> PageAction? { actions.first { $0.id == id } }

    /// Returns the actions that match every word (all without text), titles beginning with the first word first.
    func matching(_ text: String) -> [PageAction] {
        let words = text.lowercased().split(separator: " ")
        let found = actions.filter { action in
            let title = action.title.lowercased()
            return words.allSatisfy { title.contains($0) || action.id.contains($0) }
        }
        guard let first = words.first else { return found }
        let early = found.filter { $0.title.lowercased().hasPrefix(first) }
        return early + found.filter { action in !early.contains { $0.id == action.id } }
    }
}
