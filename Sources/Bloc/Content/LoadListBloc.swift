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
