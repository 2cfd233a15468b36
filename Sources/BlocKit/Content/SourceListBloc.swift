public import Bloc

/// A bloc that loads a list page by page from a source, according to a request.
///
/// There are never two loads at once; a refresh cancels a page that is being loaded, so that a stale page never overwrites fresh
/// items; an item whose `id` is already in the list is skipped; a failed page leaves the list as it is and can be retried.
///
/// ``LoadListBloc`` is a list whose pages come from a closure.
public final class SourceListBloc<Source: ListSource>: Bloc {
    /// The bloc's events.
    public typealias Event = SourceListEvent<Source.Request, Source.Item>
    /// The bloc's state.
    public typealias State = SourceListState<Source.Request, Source.Item, Source.Info, Source.Failure>

    /// The runtime of the bloc.
    public let runtime: BlocRuntime<SourceListBloc>

    /// Creates a list that hasn't loaded anything yet.
    ///
    /// The name is for logs and recordings; `configure` registers additional handlers, for example for broadcasts.
    public init(
        name: String? = nil,
        source: Source,
        configure: (inout BlocBuilder<SourceListBloc>) -> Void = { _ in }
    ) {
        let loader = ListLoader(source: source)
        let lane: Lane = "loading"
        let isKept = source.keepsContent
        runtime = BlocRuntime(initialState: State(), name: name) { bloc in
            configure(&bloc)
            bloc.on(
                { if case .started(let request) = $0 { request } else { nil } },
                lane: lane,
                policy: isKept ? .droppable : .restartable
            ) { request, emit in
                if isKept, emit.state.isLoaded { return }
                await loader.load(.started, request, emit)
            }
            bloc.on({ if case .nextPageRequested = $0 { () } else { nil } }, lane: lane, policy: .droppable) {
                await loader.loadNextPage($1)
            }
            bloc.on({ if case .refreshed = $0 { () } else { nil } }, lane: lane, policy: .restartable) {
                await loader.load(.refreshed, $1.state.request, $1)
            }
            // Waits for a page that is being loaded, because that page's data may be older than the change.
            bloc.on({ if case .invalidated = $0 { () } else { nil } }, lane: lane, policy: .sequential) { _, emit in
                if emit.state.isLoaded { await loader.load(.invalidated, emit.state.request, emit) }
            }
            bloc.on({ if case .updated(let item) = $0 { item } else { nil } }) { item, emit in
                emit.update { $0.replace(item) }
            }
            bloc.on({ if case .reloaded(let items) = $0 { items } else { nil } }, lane: lane, policy: .restartable) {
                loader.replace(with: $0, $1)
            }
        }
    }
}

/// The events of a ``SourceListBloc``.
public enum SourceListEvent<Request: Sendable, Item: Sendable>: Sendable {
    /// Starts the list: loads the first page of the request.
    case started(Request)
    /// The end of the list was reached: loads the next page, or retries it if it failed.
    case nextPageRequested
    /// Refreshes the list: cancels a running load and loads the first page.
    case refreshed
    /// The underlying data changed: loads the first page again, unless nothing has been loaded yet.
    case invalidated
    /// An item changed elsewhere: replaces the item with the same `id`, if the list has one.
    case updated(Item)
    /// Replaces the list with these items from elsewhere, and cancels a running load.
    case reloaded([Item])
}

extension SourceListEvent where Request == NoListRequest {
    /// Starts the list: loads the first page, unless there is content already.
    public static var started: SourceListEvent { .started(NoListRequest()) }
}

extension SourceListEvent: Equatable where Request: Equatable, Item: Equatable {}
extension SourceListEvent: Encodable where Request: Encodable, Item: Encodable {}
extension SourceListEvent: Decodable where Request: Decodable, Item: Decodable {}

/// The state of a ``SourceListBloc``.
public struct SourceListState<Request, Item, Info, Failure>: Equatable, Sendable
where
    Request: Equatable & Sendable, Item: Identifiable & Equatable & Sendable, Info: Equatable & Sendable,
    Failure: Equatable & Sendable
{
    /// The state at the end of the list.
    public enum Tail: Equatable, Sendable {
        /// There may be more items.
        case more
        /// The next page is being loaded.
        case loading
        /// The next page couldn't be loaded; requesting it again retries the load.
        case failed(Failure)
        /// All items have been loaded.
        case end
    }

    /// The items, or the reason that there are none.
    public var content: ContentLoadState<[Item], Failure>
    /// The state at the end of the list; ``Tail/more`` before anything was loaded.
    public var tail: Tail
    /// The metadata of the latest page.
    public var info: Info?
    /// The request of the list, once it was started.
    public var request: Request?
    /// The number of items on all loaded pages, whether they are kept or not.
    public var itemCount: Int

    /// Creates a state; by default the state before anything was loaded.
    public init(
        content: ContentLoadState<[Item], Failure> = .loading(),
        tail: Tail = .more,
        info: Info? = nil,
        request: Request? = nil,
        itemCount: Int? = nil
    ) {
        self.content = content
        self.tail = tail
        self.info = info
        self.request = request
        self.itemCount = itemCount ?? content.content?.count ?? 0
    }

    /// The items that can be shown, even while they are being refreshed.
    public var items: [Item] { content.content ?? [] }

    /// Whether the end of the list is reached.
    public var isComplete: Bool { tail == .end }

    /// Whether the list has been loaded, with or without items.
    var isLoaded: Bool { content.content != nil || content == .noData }

    /// Replaces the item with the same `id`.
    mutating func replace(_ item: Item) {
        content = content.map { items in
            guard let index = items.firstIndex(where: { $0.id == item.id }) else { return items }
            var items = items
            items[index] = item
            return items
        }
    }
}

extension SourceListState: Encodable
where Request: Encodable, Item: Encodable, Info: Encodable, Failure: Encodable {}
extension SourceListState: Decodable
where Request: Decodable, Item: Decodable, Info: Decodable, Failure: Decodable {}
extension SourceListState.Tail: Encodable where Failure: Encodable {}
extension SourceListState.Tail: Decodable where Failure: Decodable {}

extension SourceListState where Failure: Error {
    /// Returns this state, unless the last load failed.
    ///
    /// - Throws: The failure of the last page; `CancellationError` if nothing has been loaded yet.
    public func loaded() throws -> SourceListState {
        if case .failed(let failure) = tail { throw failure }
        _ = try content.get()
        return self
    }
}

/// A loader for the pages of a ``SourceListBloc``, one at a time; it keeps the cursor of the next page.
struct ListLoader<Source: ListSource>: Sendable {
    typealias ListEmitter = Emitter<SourceListBloc<Source>>

    let source: Source
    /// The cursor of the next page.
    ///
    /// Loads run one at a time, and a cancelled load doesn't change it.
    private let next = Lock<ListCursor?>(nil)

    func loadNextPage(_ emit: ListEmitter) async {
        let state = emit.state
        guard case .hasData = state.content, state.tail != .end else { return }
        guard let cursor = next.withLock({ $0 }) else {
            emit.update { $0.tail = .end }
            return
        }
        await load(.nextPageRequested, state.request, after: cursor, emit)
    }

    func load(
        _ reason: ListPageRequest<Source.Request>.Reason,
        _ request: Source.Request?,
        after cursor: ListCursor? = nil,
        _ emit: ListEmitter
    ) async {
        // A load that was cancelled before it began requests nothing.
        guard !emit.isOver, let request = request ?? source.initialRequest else { return }
        let before = emit.state
        let isFirst = cursor == nil
        let itemsBefore = isFirst ? 0 : before.itemCount
        let isKeeping = source.retention == .everyPage
        emit.update { state in
            state.request = request
            if !isFirst { state.tail = .loading }
            if !isKeeping { state.content = .loading() } else if isFirst { state.content = state.content.reloading }
        }
        do {
            let wanted = ListPageRequest(request: request, reason: reason, cursor: cursor, itemsBefore: itemsBefore)
            let page = try await source.page(wanted)
            try Task.checkCancellation()
            let present = isFirst || !isKeeping ? [] : before.items
            let items = Self.unique(page.items, after: present)
            next.withLock { $0 = page.next }
            emit.update { state in
                let isEmpty = isFirst && items.isEmpty && page.next == nil
                // Uses the current items, because one may have been updated meanwhile.
                state.content = isEmpty ? .noData : .hasData(present.isEmpty ? items : state.items + items)
                state.tail = page.next == nil ? .end : .more
                state.info = page.info
                state.itemCount = itemsBefore + items.count
            }
        } catch is CancellationError where Task.isCancelled {
            return
        } catch {
            // A suppressed failure restores what was shown before.
            let failure = source.failure(for: error)
            emit.update { state in
                if !isFirst { state.tail = failure.map { .failed($0) } ?? before.tail }
                let shown = isFirst ? failure.map { .error($0) } ?? before.content : before.content
                if isFirst || !isKeeping { state.content = shown }
            }
        }
    }

    /// Shows items from elsewhere; there is no cursor for more items, so the list is complete.
    func replace(with items: [Source.Item], _ emit: ListEmitter) {
        next.withLock { $0 = nil }
        let items = Self.unique(items, after: [])
        emit.update { $0 = .init(content: items.isEmpty ? .noData : .hasData(items), tail: .end, request: $0.request) }
    }

    private static func unique(_ items: [Source.Item], after present: [Source.Item]) -> [Source.Item] {
        var seen = Set(present.map(\.id))
        return items.filter { seen.insert($0.id).inserted }
    }
}

/// A bloc that loads a list page by page from a closure; errors are described by an error service.
///
/// Use a ``ListSource`` for a list with a request, with its own type of failures or with metadata about pages.
public typealias LoadListBloc<Item: Identifiable & Equatable & Sendable> = SourceListBloc<LoadListSource<Item>>
where Item.ID: Sendable

/// The events of a ``LoadListBloc``.
public typealias LoadListEvent<Item: Sendable> = SourceListEvent<NoListRequest, Item>

/// The state of a ``LoadListBloc``.
public typealias LoadListState<Item: Identifiable & Equatable & Sendable> = SourceListState<
    NoListRequest, Item, NoListInfo, DisplayedError
>

extension SourceListBloc {
    /// Creates a list that hasn't loaded anything yet.
    ///
    /// Errors are reported to `errors`, which describes them; `load` receives `nil` for the first page.
    public convenience init<Item>(
        name: String? = nil,
        errors: ErrorService = ErrorService(),
        load: @escaping @Sendable (ListCursor?) async throws -> ListPage<Item>
    ) where Source == LoadListSource<Item> {
        self.init(name: name, source: LoadListSource(errors: errors, load: load))
    }
}

/// A source that loads the pages of a ``LoadListBloc`` with its closure.
public struct LoadListSource<Item: Identifiable & Equatable & Sendable>: ListSource where Item.ID: Sendable {
    let errors: ErrorService
    let load: @Sendable (ListCursor?) async throws -> ListPage<Item>

    /// Returns `true`: starting again does nothing if there is content.
    public var keepsContent: Bool { true }

    /// Returns the only request there is.
    public var initialRequest: NoListRequest? { NoListRequest() }

    /// Loads a page.
    public func page(_ page: ListPageRequest<NoListRequest>) async throws -> SourcePage<Item, NoListInfo> {
        try await load(page.cursor)
    }

    /// Reports the error; returns `nil` if it is suppressed.
    public func failure(for error: any Error) -> DisplayedError? { errors.report(error) }
}

/// A page of a list without metadata.
public typealias ListPage<Item: Sendable> = SourcePage<Item, NoListInfo>

extension SourcePage where Info == NoListInfo {
    /// Creates a page.
    public init(items: [Item], next: ListCursor? = nil) {
        self.init(items: items, next: next, info: NoListInfo())
    }
}
