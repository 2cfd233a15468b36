/// Loads a list page by page.
///
/// There are never two loads at once; a refresh cancels a page that is being loaded, so that a stale page never overwrites
/// it; an item whose `id` is in the list already is left out; a failed page keeps what is there and can be tried again.
///
/// ```swift
/// let list = LoadListBloc { cursor in try await service.people(after: cursor) }
/// list.add(.started)
/// ```
public final class LoadListBloc<Item: Identifiable & Equatable & Sendable>: Bloc where Item.ID: Sendable {
    /// What the bloc is told.
    public typealias Event = LoadListEvent<Item>
    /// What the bloc shows.
    public typealias State = LoadListState<Item>

    /// Loads the page that begins at a cursor; `nil` is the first page.
    public typealias Load = @Sendable (ListCursor?) async throws -> ListPage<Item>

    /// What runs the bloc.
    public let runtime: BlocRuntime<LoadListBloc<Item>>

    /// Creates a list that nothing was loaded of.
    ///
    /// - Parameters:
    ///   - name: What tells this list from others in logs.
    ///   - errors: What turns errors into what is shown, and hears of them.
    ///   - load: Loads a page.
    public init(name: String? = nil, errors: ErrorService = ErrorService(), load: @escaping Load) {
        let loader = ListLoader(errors: errors, load: load)
        let lane: Lane = "loading"
        runtime = BlocRuntime(initialState: LoadListState(), name: name) { bloc in
            bloc.on(lane: lane, policy: .droppable, where: { if case .started = $0 { true } else { false } }) {
                _,
                emit in
                guard emit.state.content.content == nil, emit.state.content != .noData else { return }
                await loader.loadFirstPage(emit)
            }
            bloc.on(
                lane: lane,
                policy: .droppable,
                where: { if case .nextPageRequested = $0 { true } else { false } }
            ) { _, emit in
                await loader.loadNextPage(emit)
            }
            bloc.on(lane: lane, policy: .restartable, where: { if case .refreshed = $0 { true } else { false } }) {
                _,
                emit in
                await loader.loadFirstPage(emit)
            }
            bloc.on(lane: lane, policy: .restartable) { event, emit in
                // All that is left; registered as a handler of its own so that it cancels what runs.
                if case .reloaded(let items) = event { loader.replace(with: items, emit) }
            }
        }
    }
}

/// What a ``LoadListBloc`` is told.
public enum LoadListEvent<Item: Sendable>: Sendable {
    /// Somebody wants to see the list: loads the first page, unless there is content already.
    case started
    /// Somebody reached the end: loads the next page, or tries it again when it failed.
    case nextPageRequested
    /// Somebody wants the list anew: loads the first page, and cancels whatever is being loaded.
    case refreshed
    /// The items are these, from elsewhere: cancels whatever is being loaded.
    case reloaded([Item])
}

/// What a ``LoadListBloc`` shows.
public struct LoadListState<Item: Identifiable & Equatable & Sendable>: Equatable, Sendable {
    /// What happens at the end of the list.
    public enum Tail: Equatable, Sendable {
        /// There may be more.
        case more
        /// The next page is being loaded.
        case loading
        /// The next page could not be loaded; asking for it again tries again.
        case failed(DisplayedError)
        /// Everything is there.
        case end
    }

    /// The items, or why there are none.
    public var content: ContentLoadState<[Item], DisplayedError>
    /// What happens at the end of the list; ``Tail/more`` before anything was loaded.
    public var tail: Tail

    /// Creates a state; by default the one before anything was loaded.
    public init(content: ContentLoadState<[Item], DisplayedError> = .loading(), tail: Tail = .more) {
        self.content = content
        self.tail = tail
    }

    /// The items that can be shown, also while they are being refreshed.
    public var items: [Item] { content.content ?? [] }

    /// Whether the end of the list is reached.
    public var isComplete: Bool { tail == .end }
}

/// A page of a list.
public struct ListPage<Item: Sendable>: Sendable {
    /// The items, in order.
    public let items: [Item]
    /// Where the next page begins; `nil` when this is the last.
    public let next: ListCursor?

    /// Creates a page.
    public init(items: [Item], next: ListCursor? = nil) {
        self.items = items
        self.next = next
    }
}

extension ListPage: Equatable where Item: Equatable {}

/// Where the next page of a list begins: text that only its maker understands.
public struct ListCursor: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Takes the text as it is.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
