import TerminalUI

/// An overlay on a page: the list of its keys, the palette of its actions, or the details of a failure.
enum PageOverlay: Sendable {
    enum Answer: Sendable {
        case stay(PageOverlay)
        case close
        case perform(PageAction)
    }

    /// The keys of the page, from this line on.
    case help(Int)
    /// The actions whose titles have the text that was typed.
    case palette(PaletteInput)
    /// The details of a failure, scrolled to this line.
    case details([StyledText], Int)

    var takesText: Bool { if case .palette = self { true } else { false } }

    func receive(_ event: InputEvent, in table: ActionTable, on size: Size) -> Answer {
        switch self {
        case .help(let line):
            let count = Self.help(table, line).lastRow(in: Size(columns: size.columns, rows: size.rows - 1)) + 1
            return Self.scrolled(line, event, last: count).map { .stay(.help($0)) } ?? .close
        case .details(let lines, let line):
            return Self.scrolled(line, event, last: lines.count).map { .stay(.details(lines, $0)) } ?? .close
        case .palette(var input):
            let found = table.matching(input.text)
            if event == .key(.escape) { return .close }
            if event == .key(.enter), found.indices.contains(input.position.selected) {
                return .perform(found[input.position.selected])
            }
            _ = input.type(event, count: found.count)
            return .stay(.palette(input))
        }
    }

    /// The first line after a key; `nil` for a key that does not scroll.
    private static func scrolled(_ line: Int, _ event: InputEvent, last: Int) -> Int? {
        guard case .key(let key) = event, let motion = ListMotion(key) else { return nil }
        var position = TerminalUI.ListPosition(selected: line)
        position.move(motion, count: last, height: 8)
        return position.selected
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

    func view(of table: ActionTable) -> any TerminalView {
        switch self {
        case .help(let line): return Self.help(table, line)
        case .details(let lines, let line):
            return DrawnView { canvas in
                let size = Size(columns: 76, rows: canvas.size.rows)
                canvas.draw(Dialog("What went wrong", content: TextView(lines, firstRow: line), size: size))
            }
        case .palette(let input):
            let items = table.matching(input.text).map { action in
                PaletteItem(StyledText(action.title), detail: action.keyNames)
            }
            return PaletteView(input: input, items: items, emptyText: "No action has this name.")
        }
    }
}
