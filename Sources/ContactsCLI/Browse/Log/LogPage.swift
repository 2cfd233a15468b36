import Bloc
import BlocKit
import Primitives
import Repository
import TerminalUI

/// The page of what happens in the blocs.
///
/// It follows the newest entry, unless one scrolls up.
@MainActor
final class LogPage: ListPage {
    private let log: TransitionLog
    private var search = RowSearch()
    /// The number of the selected entry; `nil` follows the newest.
    private var selected: Int?
    private var isPanel = false

    init(_ context: PageContext) {
        log = context.sources.log
        context.bind(log.additions())
    }

    let title = "Log"
    var isTyping: Bool { search.isTyping }

    private var entries: [LoggedTransition] { search.found(log.entries, RowsDescription.log.cells) }

    /// The index of the selected entry: the first one that is not older, once the selected one has gone.
    private var index: Int {
        let last = max(0, entries.count - 1)
        guard let selected else { return last }
        return entries.firstIndex { $0.number >= selected } ?? last
    }

    var view: any TerminalView {
        let index = index
        let panel = isPanel ? entries[at: index].map(LogLines.lines) : nil
        return RowsView(
            state: .hasData(log.entries),
            description: .log,
            selection: index,
            search: search,
            panel: panel.map { RowsPanel(title: "Log", lines: $0) }
        )
    }

    func type(_ event: InputEvent) -> Bool { search.type(event) }

    var selectedRow: Int? { index }

    func select(row: Int) {
        if let entry = entries[at: row] { selected = entry.number }
    }

    var actions: [PageAction] {
        let leaving =
            isPanel
            ? [action(.back, "Close the entry", hint: "Close") { $0.isPanel = false }]
            : search.leaving(self) { $0.search.clear() }
        return leaving + [
            action(.open, "Show the entry whole", hint: "Open") {
                $0.search.isTyping = false
                $0.isPanel.toggle()
            },
            action(.search, "Search in the entries", hint: "Search") { $0.search.begin() },
        ] + moving("entry", pages: "log") + [
            action("log.first", "Oldest entry", "g", .home) { $0.selected = $0.entries.first?.number },
            action("log.last", "Newest entry, and follow", "G", .end, hint: "Follow") { $0.selected = nil },
        ]
    }

    func open() { isPanel = true }

    func move(_ count: Int) {
        let entries = entries
        guard !entries.isEmpty else { return }
        let target = max(0, min(index + count, entries.count - 1))
        // At the end it follows again.
        selected = target == entries.count - 1 ? nil : entries[target].number
    }
}

extension RowsDescription where Row == LoggedTransition {
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
            cells: { entry in
                ListRow([
                    StyledText(LogLines.time(entry.date), style: .dim), StyledText(entry.bloc, style: .label),
                    StyledText(entry.event), StyledText(entry.change, style: LogLines.style(of: entry.kind)),
                ])
            }
        )
    }
}

enum LogLines {
    static func lines(of entry: LoggedTransition) -> [StyledText] {
        var lines = [
            StyledText("\(entry.kind.rawValue) \(entry.number), at \(time(entry.date))", style: .heading),
            StyledText("Bloc    ", style: .label) + StyledText(entry.bloc),
            StyledText("Event   ", style: .label) + StyledText(entry.event),
            StyledText("Change  ", style: .label) + StyledText(entry.change, style: style(of: entry.kind)),
        ]
        if let cause = entry.cause { lines.append(StyledText("Cause   ", style: .label) + StyledText(cause)) }
        return lines + ["", StyledText("Values are left out: they may be personal.", style: .dim)]
    }

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
        let clock = [time / 3_600_000, time / 60_000 % 60, time / 1_000 % 60].map { $0.digits(2) }
        return clock.joined(separator: ":") + "." + (time % 1_000).digits(3)
    }
}
