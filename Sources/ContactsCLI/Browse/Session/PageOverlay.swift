import Repository
import TerminalUI

/// An overlay on a page: the list of its keys, the action palette, or the details of a failure.
enum PageOverlay: Sendable {
    enum Answer: Sendable {
        case stay(PageOverlay)
        case close
        case perform(PageAction)
    }

    case help(Int)
    /// The actions whose titles match the typed text.
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
            if event == .key(.enter), let action = found[at: input.position.selected] { return .perform(action) }
            _ = input.type(event, count: found.count)
            return .stay(.palette(input))
        }
    }

    /// Returns the first visible line after a key; `nil` if the key doesn't scroll.
    private static func scrolled(_ line: Int, _ event: InputEvent, last: Int) -> Int? {
        guard case .key(let key) = event, let motion = ListMotion(key) else { return nil }
        var position = TerminalUI.ListPosition(selected: line)
        position.move(motion, count: last, height: 8)
        return position.selected
    }

    private static func help(_ table: ActionTable, _ line: Int) -> KeyHelp {
        let hints = table.actions.filter { !$0.keys.isEmpty }.map { KeyHint(keys: $0.keys, text: $0.title) }
        return KeyHelp("Keys on this page", hints, firstRow: line)
    }

    var hints: [KeyHint] {
        let close = KeyHint(.escape, text: "Close")
        return takesText ? [KeyHint(.enter, text: "Run"), close] : [close]
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
                ListRow(StyledText(action.title), detail: action.keyNames)
            }
            return PaletteView(input: input, items: items, emptyText: "No actions match.")
        }
    }
}

/// The full description of a failure: the message, its kind, its causes, and advice.
///
/// Contact values are omitted.
enum ProblemDetails {
    private static let mostCauses = 4

    /// Returns the lines about a failure on the page with this path, including the log entries that led to it.
    static func lines(of error: RepositoryError, path: String, recent: [LoggedTransition]) -> [StyledText] {
        var lines = [
            StyledText("What happened", style: .heading), StyledText(error.message), "",
            StyledText("Kind", style: .heading), StyledText(error.code.rawValue), "",
            StyledText("What to do", style: .heading), StyledText(advice(error.code)), "",
        ]
        let causes = chain(recent)
        if !causes.isEmpty {
            lines.append(StyledText("What led to it", style: .heading))
            lines += causes.map { entry in
                let start = StyledText(LogLines.time(entry.date) + " ", style: .dim)
                let text = "\(entry.bloc) \(entry.event): \(entry.change)"
                return start + StyledText(text, style: LogLines.style(of: entry.kind))
            }
            lines.append("")
        }
        return lines + [StyledText("The page: \(path)", style: .dim)]
    }

    /// Returns the last failure in the log, preceded by the latest entries of the same bloc, oldest first.
    static func chain(_ log: [LoggedTransition]) -> [LoggedTransition] {
        guard let last = log.last(where: { $0.kind == .error || $0.change.contains("→ error") }) else { return [] }
        // Each bloc has its own number after its name, so its preceding entries belong to the failure.
        let same = log.filter { $0.bloc == last.bloc && $0.number < last.number }
        return same.suffix(mostCauses - 1) + [last]
    }

    private static func advice(_ code: RepositoryError.Code) -> String {
        switch code {
        case .notFound: "It may have been removed: u undoes a removal. Escape goes back."
        case .ambiguous: "Several contacts match. Give more of the identifier."
        case .invalidInput: "Change what was typed. contacts help query explains the search."
        case .invalidConfiguration: "Check the settings: each shows where it comes from."
        case .network: "Check the connection, then try again. What was fetched before is still there."
        case .server, .rateLimited: "The server has a problem. Try again in a few minutes."
        case .unauthorized: "The server rejects this user. Check the book’s user name and password."
        case .databaseBusy: "Wait until the other program is done, then try again."
        case .unreadableDatabase: "Run contacts doctor; it shows what can be saved."
        case .cannotCreate, .inputOutput: "Check the permissions and the free disk space; contacts doctor helps."
        default: "Please report it, with what is shown here."
        }
    }
}
