import Bloc
import BlocKit
import Primitives
import Repository
import Synchronization
import TerminalUI

/// The page with a log of bloc activity.
///
/// It follows the newest entry unless the user scrolls up.
@MainActor
final class LogPage: ListPage {
    private let log: TransitionLog
    private var search = RowSearch()
    /// The number of the selected entry; `nil` follows the newest one.
    private var selected: Int?
    private var isPanel = false

    init(_ context: PageContext) {
        log = context.sources.log
        context.bind(log.additions())
    }

    let title = "Log"
    var isTyping: Bool { search.isTyping }

    private var entries: [LoggedTransition] { search.found(log.entries, RowsDescription.log.cells) }

    /// The index of the selected entry, or of the next newer one once that entry has been dropped.
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
            : search.leaving(self) { $0.search = RowSearch() }
        return leaving + [
            action(.open, "Show the whole entry", hint: "Open") {
                $0.search.isTyping = false
                $0.isPanel.toggle()
            },
            action(.search, "Search in the entries", hint: "Search") { $0.search.isTyping = true },
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
        // Follow again at the end.
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
            opens: "Show the whole entry",
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

    /// Returns the local time of day, to the millisecond.
    static func time(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970 + Double(LocalTime.secondsFromUTC(at: date))
        let time = Int((seconds * 1_000).rounded(.down)) % 86_400_000
        let clock = [time / 3_600_000, time / 60_000 % 60, time / 1_000 % 60].map { $0.digits(2) }
        return clock.joined(separator: ":") + "." + (time % 1_000).digits(3)
    }
}

/// Something that happened in a bloc, recorded only by names: the contents of events and states may be personal.
struct LoggedTransition: Equatable, Sendable {
    enum Kind: String, Sendable {
        case transition = "Transition"
        case effect = "Effect"
        case dropped = "Dropped event"
        case error = "Error"
    }

    /// The entry's number since the program started, from 1.
    let number: Int
    let date: Date
    let kind: Kind
    /// The bloc, such as `contact-browser#12`.
    let bloc: String
    /// The event that triggered it, such as `queryChanged`.
    let event: String
    /// The change, such as `content: loading → hasData`.
    let change: String
    /// The event in another handler that caused this event, such as `router#3/17`; `nil` for an external event.
    let cause: String?
}

/// Records the latest transitions, effects and errors of all blocs created while it is installed.
///
/// It records the names of events, states and fields, never their values.
final class TransitionLog: BlocObserver {
    /// The maximum number of entries to keep; the oldest are dropped first.
    static let limit = 1_000

    private struct Content {
        /// The entries, oldest first; those beyond the limit are dropped in batches.
        var entries: [LoggedTransition] = []
        var count = 0
        var listener: AsyncStream<Void>.Continuation?
    }

    private let content = Mutex(Content())
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    var entries: [LoggedTransition] { content.withLock { Array($0.entries.suffix(Self.limit)) } }

    /// Returns a stream that signals new entries to its latest subscriber; one element may stand for several entries.
    func additions() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        content.withLock { $0.listener = continuation }
        return stream
    }

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        let change = StateChange.text(from: transition.current, to: transition.next)
        switch transition.trigger {
        case .event(let event, let context): add(.transition, bloc, EventName.of(event), change, context)
        case .work(let work): add(.transition, bloc, "(\(work))", change)
        case .undo, .redo, .restore, .method: add(.transition, bloc, "(\(transition.trigger))", change)
        }
    }

    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        add(.effect, bloc, "(effect)", EventName.of(effect), context)
    }

    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        add(.dropped, bloc, EventName.of(event), "dropped: \(reason)", context)
    }

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        // The code of our own errors isn't private, but a message may be personal.
        let code = (error as? RepositoryError).map { ": " + $0.code.rawValue } ?? ""
        add(.error, bloc, event.map(EventName.of) ?? "(error)", "\(type(of: error))\(code)", context)
    }

    private func add(
        _ kind: LoggedTransition.Kind,
        _ bloc: BlocID,
        _ event: String,
        _ change: String,
        _ context: EventContext? = nil
    ) {
        let date = now()
        let listener = content.withLock { content in
            content.count += 1
            let entry = LoggedTransition(
                number: content.count,
                date: date,
                kind: kind,
                bloc: "\(bloc.name ?? bloc.type)#\(bloc.number)",
                event: event,
                change: change,
                cause: context?.cause.map { "\($0.bloc.name ?? $0.bloc.type)#\($0.bloc.number)/\($0.sequence)" }
            )
            if content.entries.count == 2 * Self.limit { content.entries.removeFirst(Self.limit) }
            content.entries.append(entry)
            return content.listener
        }
        listener?.yield()
    }
}

/// Describes a transition with the names of cases and fields only, since values may be personal.
enum StateChange {
    /// Returns the change between two states, such as `loading → hasData`, or `content: loading → hasData, total`.
    static func text(from old: Any, to new: Any) -> String {
        let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
        switch after.displayStyle {
        case .enum: return cases(old, new) ?? EventName.of(new)
        case .struct, .class:
            let fields = zip(before.children, after.children).compactMap { old, new -> String? in
                let isSame = (old.value as? any Equatable).map { isEqual($0, new.value) } ?? false
                guard let label = new.label, !isSame else { return nil }
                return cases(old.value, new.value).map { "\(label): \($0)" } ?? label
            }
            return fields.isEmpty ? "\(type(of: new))" : fields.joined(separator: ", ")
        default:
            return "\(type(of: new))"
        }
    }

    /// Returns the names of two cases; `nil` if they are the same, or the values aren't both cases.
    private static func cases(_ old: Any, _ new: Any) -> String? {
        guard [old, new].allSatisfy({ Mirror(reflecting: $0).displayStyle == .enum }) else { return nil }
        let names = (EventName.of(old), EventName.of(new))
        return names.0 == names.1 ? nil : "\(names.0) → \(names.1)"
    }

    private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
        (right as? Value) == left
    }
}
