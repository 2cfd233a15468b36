import Bloc
import BlocKit
import Primitives
import Repository
import TerminalUI

/// The page of what happens in the blocs.
///
/// It follows the newest entry, unless one scrolls up.
@MainActor
final class LogPage: Page {
    /// The rows that the keys for a page move by.
    private static let screenful = 20

    private let context: PageContext
    private let bloc: TransitionLogBloc
    private var search = RowSearch()
    /// The number of the selected entry; `nil` follows the newest.
    private var selected: Int?
    private var isPanel = false

    init(_ context: PageContext, _ log: TransitionLog) {
        self.context = context
        bloc = context.bloc(TransitionLogBloc.key) { TransitionLogBloc(log) }
        context.bind(bloc)
        bloc.add(.began)
    }

    let title = "Log"
    var isTyping: Bool { search.isTyping }

    private var entries: [LoggedTransition] { search.found(bloc.state.entries, RowsDescription.log.cells) }

    /// The index of the selected entry: the first one that is not older, once the selected one has gone.
    private var index: Int {
        let last = max(0, entries.count - 1)
        guard let selected else { return last }
        return entries.firstIndex { $0.number >= selected } ?? last
    }

    var view: any TerminalView {
        let (entries, index) = (entries, index)
        let panel = isPanel && entries.indices.contains(index) ? LogLines.lines(of: entries[index]) : nil
        return RowsView(
            state: .hasData(bloc.state.entries),
            description: .log,
            selection: index,
            search: search,
            panel: panel.map { RowsPanel(title: "Log", lines: $0, first: 0) }
        )
    }

    func type(_ event: InputEvent) -> Bool { search.type(event) }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        switch mouse {
        case .wheelDown: move(3)
        case .wheelUp: move(-3)
        case .press(.left):
            let entries = entries
            guard let target, target.name == ListView.targetName, entries.indices.contains(target.index) else { return }
            if target.index == index { isPanel = true } else { selected = entries[target.index].number }
        default: break
        }
    }

    var actions: [PageAction] {
        let leaving =
            isPanel
            ? [PageAction(.back, "Close the entry", hint: "Close") { [weak self] in self?.isPanel = false }]
            : search.leaving { [weak self] in self?.search.clear() }
        return leaving + [
            PageAction(.open, "Show the entry whole", hint: "Open") { [weak self] in
                self?.search.isTyping = false
                self?.isPanel.toggle()
            },
            PageAction(.search, "Search in the entries", hint: "Search") { [weak self] in self?.search.begin() },
            PageAction(.down, "Next entry") { [weak self] in self?.move(1) },
            PageAction(.up, "Previous entry") { [weak self] in self?.move(-1) },
            PageAction("log.pageDown", "Next page", keys: [.pageDown, .control("f"), .control("d")]) { [weak self] in
                self?.move(Self.screenful)
            },
            PageAction("log.pageUp", "Previous page", keys: [.pageUp, .control("b"), .control("u")]) { [weak self] in
                self?.move(-Self.screenful)
            },
            PageAction("log.first", "Oldest entry", keys: [.character("g"), .home]) { [weak self] in
                self?.selected = self?.entries.first?.number
            },
            PageAction("log.last", "Newest entry, and follow", hint: "Follow", keys: [.character("G"), .end]) {
                [weak self] in self?.selected = nil
            },
        ]
    }

    private func move(_ count: Int) {
        let entries = entries
        guard !entries.isEmpty else { return }
        let target = max(0, min(index + count, entries.count - 1))
        // At the end it follows again.
        selected = target == entries.count - 1 ? nil : entries[target].number
    }
}

extension RowsDescription where Content == [LoggedTransition], Row == LoggedTransition {
    /// The log of the blocs.
    static var log: RowsDescription {
        RowsDescription(
            title: "Log",
            columns: [
                ListColumn("Time", .fixed(12), from: 60), ListColumn("Bloc", .flexible(weight: 2, minimum: 8)),
                ListColumn("Event", .flexible(weight: 2, minimum: 8)),
                ListColumn("Change", .flexible(weight: 4), from: 40),
            ],
            empty: EmptyMessage("Nothing has happened yet."),
            opens: "Show the entry whole",
            rows: { $0 },
            cells: { entry in
                ListRow([
                    StyledText(LogLines.time(entry.date), style: .dim), StyledText(entry.bloc, style: .label),
                    StyledText(entry.event), StyledText(entry.change, style: LogLines.style(of: entry.kind)),
                ])
            }
        )
    }
}

/// The log in lines.
enum LogLines {
    /// An entry, whole.
    static func lines(of entry: LoggedTransition) -> [StyledText] {
        let kind =
            switch entry.kind {
            case .transition: "Transition"
            case .effect: "Effect"
            case .dropped: "Dropped event"
            case .error: "Error"
            }
        var lines = [
            StyledText("\(kind) \(entry.number), at \(time(entry.date))", style: .heading),
            StyledText("Bloc    ", style: .label) + StyledText(entry.bloc),
            StyledText("Event   ", style: .label) + StyledText(entry.event),
            StyledText("Change  ", style: .label) + StyledText(entry.change, style: style(of: entry.kind)),
        ]
        if let cause = entry.cause { lines.append(StyledText("Cause   ", style: .label) + StyledText(cause)) }
        return lines + ["", StyledText("Values are left out: they may be personal.", style: .dim)]
    }

    /// Returns the style of a kind.
    static func style(of kind: LoggedTransition.Kind) -> Style {
        switch kind {
        case .transition: .plain
        case .effect: .accent
        case .dropped: .warning
        case .error: .danger
        }
    }

    /// The local time of day, to the millisecond.
    static func time(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970 + Double(LocalTime.secondsFromUTC(at: date))
        let time = Int((seconds * 1_000).rounded(.down)) % 86_400_000
        func text(_ number: Int, _ digits: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let clock = [time / 3_600_000, time / 60_000 % 60, time / 1_000 % 60].map { text($0) }
        return clock.joined(separator: ":") + "." + text(time % 1_000, 3)
    }
}
