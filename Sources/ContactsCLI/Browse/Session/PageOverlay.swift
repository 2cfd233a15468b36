import TerminalUI

/// An overlay on a page: the list of its keys, the palette of its actions, or the details of a failure.
enum PageOverlay: Sendable {
    /// The effect of a key on the overlay.
    enum Answer: Sendable {
        /// The overlay continues in this state.
        case stay(PageOverlay)
        /// It is closed.
        case close
        /// It is closed, and the action is done.
        case perform(PageAction)
    }

    /// The keys of the page, from this line on.
    case help(Int)
    /// The actions whose titles have the text; the selected one of them.
    case palette(TextInput, TerminalUI.ListPosition)
    /// The details of a failure, scrolled to this line.
    case details([StyledText], Int)

    /// The palette before anything was typed.
    static let emptyPalette = PageOverlay.palette(TextInput(), TerminalUI.ListPosition())

    /// The rows of a palette that are moved over at once.
    private static let page = 8

    /// Whether each character is text.
    var takesText: Bool { if case .palette = self { true } else { false } }

    /// Takes an event of the keyboard.
    func receive(_ event: InputEvent, in table: ActionTable, on size: Size) -> Answer {
        switch self {
        case .help(let line):
            let count = Self.help(table, line).lastRow(in: Size(columns: size.columns, rows: size.rows - 1)) + 1
            return Self.scrolled(line, event, last: count).map { .stay(.help($0)) } ?? .close
        case .details(let lines, let line):
            return Self.scrolled(line, event, last: lines.count).map { .stay(.details(lines, $0)) } ?? .close
        case .palette(let input, let position): return Self.palette(input, position, event, table)
        }
    }

    /// The first line after a key; `nil` for a key that does not scroll.
    private static func scrolled(_ line: Int, _ event: InputEvent, last: Int) -> Int? {
        guard case .key(let key) = event, let motion = ListMotion(key) else { return nil }
        var position = TerminalUI.ListPosition(selected: line)
        position.move(motion, count: last, height: page)
        return position.selected
    }

    private static func palette(
        _ input: TextInput,
        _ position: TerminalUI.ListPosition,
        _ event: InputEvent,
        _ table: ActionTable
    ) -> Answer {
        let found = table.matching(input.text)
        var input = input
        var position = position
        switch event {
        case .key(.escape): return .close
        case .key(.enter):
            guard found.indices.contains(position.selected) else { return .stay(.palette(input, position)) }
            return .perform(found[position.selected])
        case .key(.tab): position.move(.rows(1), count: found.count, height: page)
        case .key(.backTab): position.move(.rows(-1), count: found.count, height: page)
        case .key(let key) where [.up, .down, .pageUp, .pageDown, .control("n"), .control("p")].contains(key):
            if let motion = ListMotion(key) { position.move(motion, count: found.count, height: page) }
        default:
            if input.apply(event) { position = TerminalUI.ListPosition() }
        }
        return .stay(.palette(input, position))
    }

    private static func help(_ table: ActionTable, _ line: Int) -> KeyHelp {
        let hints = table.actions.filter { !$0.keys.isEmpty }.map { KeyHint(keys: $0.keys, text: $0.title) }
        return KeyHelp("What can be done here", hints, firstRow: line)
    }

    /// The keys that are named at the bottom while it is open.
    var hints: [KeyHint] {
        let close = KeyHint(.escape, text: "Close")
        return switch self {
        case .help, .details: [close]
        case .palette: [KeyHint(.enter, text: "Do it"), close]
        }
    }

    /// The picture of it.
    func view(of table: ActionTable) -> any TerminalView {
        switch self {
        case .help(let line): return Self.help(table, line)
        case .details(let lines, let line): return ProblemDetailsView(lines: lines, first: line)
        case .palette(let input, let position):
            let items = table.matching(input.text).map { action in
                PaletteItem(StyledText(action.title), detail: action.keyNames)
            }
            return PaletteView(input: input, items: items, position: position, emptyText: "No action has this name.")
        }
    }
}
