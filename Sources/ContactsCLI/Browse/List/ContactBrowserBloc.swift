import Bloc
import BlocKit
import Repository
import Services

/// The contact list that the user scrolls, searches and marks contacts in.
///
/// Typing and moving take effect at once; rows are loaded in the background, and a newer search cancels an older one.
final class ContactBrowserBloc: Bloc {
    typealias Event = ContactBrowserEvent
    typealias State = ContactBrowserState

    static let key = BlocKey<ContactBrowserBloc>("contact-browser")

    /// The pause in typing after which matches are counted, and more rows are loaded than fit a screen.
    static let countDelay = Duration.milliseconds(120)

    private static let counting: Lane = "counting"

    let runtime: BlocRuntime<ContactBrowserBloc>

    init(_ request: ListRoute, list: any ContactListService) {
        let reader = ContactRowReader(list: list)
        let reading: Lane = "reading"
        runtime = BlocRuntime(initialState: ContactBrowserState(request: request), name: Self.key.name) { bloc in
            bloc.onBroadcast(ContactSaved.self) { _ in .invalidated }
            bloc.onBroadcast(ContactsChanged.self) { _ in .invalidated }
            bloc.on({ if case .located(let place) = $0 { place } else { nil } }, lane: reading, policy: .restartable) {
                place,
                emit in
                await Self.read(emit) { try await reader.window(emit.state.request, at: place) }
            }
            // An event during another read waits: it may be for the other edge, or for rows of a newer window.
            bloc.on(lane: reading, policy: .sequential, where: { $0 == .edgeReached }) { _, emit in
                guard var window = emit.state.content.content, let edge = window.neededEdge else { return }
                emit.cancel(lane: Self.counting)
                defer { if !emit.state.isCounted { emit.add(.counted) } }
                try? await reader.extend(&window, to: edge)
                // The selection may have moved in the meantime.
                emit.update { $0.take(window) }
                if let next = emit.state.content.content?.neededEdge, next != edge { emit.add(.edgeReached) }
            }
            // Waits for a read in progress, whose results may be older than the change.
            bloc.on(lane: reading, policy: .sequential, where: { $0 == .invalidated }) { _, emit in
                let window = emit.state.content.content
                emit.update { $0.isCounted = false }
                await Self.read(emit) {
                    guard let window, window.request == emit.state.request else {
                        return try await reader.window(emit.state.request, at: .start)
                    }
                    return try await reader.reread(window)
                }
            }
            let counted = EventPolicy<Event>.restartable.debounce(for: Self.countDelay)
            bloc.on(lane: Self.counting, policy: counted, where: { $0 == .counted }) { _, emit in
                let request = emit.state.request
                if !emit.state.isCounted, let filter = try? request.filter() {
                    let count = try? await list.count(filter)
                    guard emit.state.request == request else { return }
                    emit.update {
                        $0.total = count
                        // An empty list, such as after an undo, can't have marks.
                        if count == 0, request.query.isEmpty, request.group == nil { $0.marks = [] }
                        $0.isCounted = true
                    }
                }
                // Only a few rows are read at first; load more now that the user has stopped typing.
                if emit.state.content.content?.neededEdge != nil { emit.add(.edgeReached) }
            }
            bloc.on(lane: "marking", policy: .restartable, where: { $0 == .allMarked }) { _, emit in
                let request = emit.state.request
                guard let ids = try? await reader.identifiers(request), emit.state.request == request else { return }
                emit.update { $0.marks.formUnion(ids) }
            }
            bloc.on { event, emit in
                emit.update { $0.follow(event) }
                switch event {
                case .queryChanged, .sortChosen, .groupChosen:
                    if emit.state.problem == nil { emit.add(.located(.start)) }
                case .moved, .selected:
                    if emit.state.content.content?.neededEdge != nil { emit.add(.edgeReached) }
                case .marked, .allMarked, .marksCleared, .located, .edgeReached, .invalidated, .counted: break
                }
            }
        }
    }

    /// Loads a window and shows it or the error; the old window stays visible meanwhile.
    private static func read(_ emit: Emitter<ContactBrowserBloc>, _ window: () async throws -> ContactWindow) async {
        // The previous count is no longer needed.
        emit.cancel(lane: counting)
        emit.update {
            if $0.content.failure != nil { $0.content = .loading() } else { $0.content = $0.content.reloading }
        }
        do {
            let window = try await window()
            emit.update {
                $0.content = window.rows.isEmpty ? .noData : .hasData(window)
                // An invalid query isn't run.
                $0.isCurrent = $0.problem != nil || window.request == $0.request
            }
            emit.add(.counted)
        } catch is CancellationError {
            return
        } catch {
            emit.update {
                $0.content = .error(RepositoryError(shown: error))
                $0.isCurrent = true
            }
        }
    }
}

enum ContactBrowserEvent: Equatable, Sendable {
    case queryChanged(String)
    case sortChosen(ListOrder)
    /// Only this group should be shown; `nil` shows all contacts.
    case groupChosen(String?)
    case located(ListPlace)
    /// The selection moved by this many rows; negative numbers move toward the start.
    case moved(Int)
    /// The row with this index in the window was selected.
    case selected(Int)
    case marked, allMarked, marksCleared, edgeReached, invalidated
    /// The list was read; now its contacts should be counted, and more rows loaded if needed.
    case counted
}

struct ContactBrowserState: Equatable, Sendable {
    private(set) var request: ListRoute
    /// The error in the query; the list still shows the previous matches.
    private(set) var problem: String?
    var content = ContentLoadState<ContactWindow, RepositoryError>.loading()
    /// Whether the rows belong to the current request, rather than the previous one.
    var isCurrent = true
    var marks: Set<ContactID> = []
    /// The total number of matches; `nil` until they are counted.
    var total: Int?
    /// Whether the matches have been counted since the query or the store changed.
    var isCounted = false

    init(request: ListRoute) {
        self.request = request
        check()
    }

    var selected: Contact? { content.content?.selected?.contact }

    /// The contacts that an action applies to: the marked ones, or the selected one if none are marked.
    var chosen: [ContactID] { marks.isEmpty ? selected.map { [$0.id] } ?? [] : marks.sorted() }

    mutating func follow(_ event: ContactBrowserEvent) {
        switch event {
        case .queryChanged(let query): ask { $0.query = query }
        case .sortChosen(let order): ask { $0.sort = order }
        case .groupChosen(let group): ask { $0.group = group }
        case .moved(let count): change { $0.select($0.selection + count) }
        case .selected(let index): change { $0.select(index) }
        case .marked:
            guard let id = selected?.id else { return }
            if marks.remove(id) == nil { marks.insert(id) }
        case .marksCleared: marks = []
        case .allMarked, .located, .edgeReached, .invalidated, .counted: break
        }
    }

    /// Uses the loaded rows, unless the list shows something else by now.
    mutating func take(_ window: ContactWindow) {
        let selected = selected?.id
        guard content.content?.request == window.request, request == window.request else { return }
        change {
            $0 = window
            $0.select(selected)
        }
    }

    private mutating func change(_ body: (inout ContactWindow) -> Void) {
        content = content.map { window in
            var window = window
            body(&window)
            return window
        }
    }

    private mutating func ask(_ change: (inout ListRoute) -> Void) {
        let order = request.sort
        change(&request)
        check()
        // A different order contains the same contacts.
        if order == request.sort { (total, isCounted) = (nil, false) }
        isCurrent = isCurrent && problem != nil
    }

    /// Parses the query once per change, rather than on every redraw.
    private mutating func check() {
        do {
            _ = try request.filters()
            problem = nil
        } catch {
            problem = RepositoryError(shown: error).message
        }
    }
}
