import TerminalUI

/// Something that the user can do on a page.
///
/// The keys of a page, its help and the command palette all come from the one table of these: ``ActionTable``.
struct PageAction: Sendable {
    /// The stable name, such as `contact.edit`.
    let id: String
    /// The title in the help and the palette.
    let title: String
    /// The word for the bar at the bottom; `nil` leaves it out there.
    let hint: String?
    /// The keys, the most usual first; empty for an action that is only in the palette.
    let keys: [Key]
    /// Does it.
    let perform: @MainActor @Sendable () -> Void

    init(
        _ id: String,
        _ title: String,
        hint: String? = nil,
        keys: [Key] = [],
        perform: @escaping @MainActor @Sendable () -> Void
    ) {
        self.id = id
        self.title = title
        self.hint = hint
        self.keys = keys
        self.perform = perform
    }

    /// An action with a key that is the same on every page.
    init(
        _ key: FixedKey,
        _ title: String,
        hint: String? = nil,
        perform: @escaping @MainActor @Sendable () -> Void
    ) {
        self.init(key.rawValue, title, hint: hint, keys: key.keys, perform: perform)
    }

    /// The keys as help names them, such as `j, Down`.
    var keyNames: String { keys.map(\.description).joined(separator: ", ") }
}

/// The keys with the same meaning on every page.
enum FixedKey: String, CaseIterable, Sendable {
    case search, open, back, quit, down, up, help, undo, palette

    /// The keys.
    var keys: [Key] {
        switch self {
        case .search: [.character("/")]
        case .open: [.enter]
        case .back: [.escape]
        case .quit: [.character("q")]
        case .down: [.character("j"), .down]
        case .up: [.character("k"), .up]
        case .help: [.character("?")]
        case .undo: [.character("u")]
        case .palette: [.character(":")]
        }
    }
}

/// All actions of a page, in the order of the help.
struct ActionTable: Sendable {
    /// The actions.
    let actions: [PageAction]

    /// Creates the table of a page: its own actions, then those of every page that it does not have itself.
    init(_ own: [PageAction], everywhere: [PageAction] = []) {
        let names = Set(own.map(\.id))
        let taken = Set(own.flatMap(\.keys))
        actions =
            own
            + everywhere.filter { !names.contains($0.id) }.map { action in
                PageAction(
                    action.id,
                    action.title,
                    hint: action.hint,
                    keys: action.keys.filter { !taken.contains($0) },
                    perform: action.perform
                )
            }
    }

    /// The actions that can be done while some keys are text.
    func without(_ isText: (Key) -> Bool) -> ActionTable {
        ActionTable(
            actions.compactMap { action in
                let keys = action.keys.filter { !isText($0) }
                guard keys != action.keys else { return action }
                guard !keys.isEmpty else { return nil }
                return PageAction(action.id, action.title, hint: action.hint, keys: keys, perform: action.perform)
            }
        )
    }

    /// The action of a key.
    func action(for key: Key) -> PageAction? { actions.first { $0.keys.contains(key) } }

    /// The action with the name.
    func action(_ id: String) -> PageAction? { actions.first { $0.id == id } }

    /// The actions whose titles have all words of the text, first the titles that begin with it; all without text.
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

    /// The keys with more than one action, or with another one than everywhere else; empty in a valid table.
    var conflicts: [String] {
        var seen: [Key: String] = [:]
        var found: [String] = []
        for action in actions {
            for key in action.keys {
                if let other = seen[key] { found.append("\(key) is \(other) and \(action.id)") }
                seen[key] = action.id
                if let fixed = FixedKey.allCases.first(where: { $0.keys.contains(key) }), fixed.rawValue != action.id {
                    found.append("\(key) is \(action.id), and \(fixed.rawValue) on every page")
                }
            }
        }
        return found
    }
}
