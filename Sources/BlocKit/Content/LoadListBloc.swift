/// Loads a list page by page from a closure; errors are described by an error service.
///
/// A list with a request, with failures of its own or with more to tell about a page has a ``ListSource``.
///
/// ```swift
/// let list = LoadListBloc { cursor in try await service.people(after: cursor) }
/// list.add(.started)
/// ```
public typealias LoadListBloc<Item: Identifiable & Equatable & Sendable> = SourceListBloc<LoadListSource<Item>>
where Item.ID: Sendable

/// The events of a ``LoadListBloc``.
public typealias LoadListEvent<Item: Sendable> = SourceListEvent<NoListRequest, Item>

/// The state of a ``LoadListBloc``.
public typealias LoadListState<Item: Identifiable & Equatable & Sendable> = SourceListState<
    NoListRequest, Item, NoListInfo, DisplayedError
>

extension SourceListBloc {
    /// Creates a list that loaded nothing yet.
    ///
    /// Errors are reported to `errors`, which describes them; `load` gets `nil` for the first page.
    public convenience init<Item>(
        name: String? = nil,
        errors: ErrorService = ErrorService(),
        load: @escaping @Sendable (ListCursor?) async throws -> ListPage<Item>
    ) where Source == LoadListSource<Item> {
        self.init(name: name, source: LoadListSource(errors: errors, load: load))
    }
}

/// Loads the pages of a ``LoadListBloc`` by its closure.
public struct LoadListSource<Item: Identifiable & Equatable & Sendable>: ListSource where Item.ID: Sendable {
    let errors: ErrorService
    let load: @Sendable (ListCursor?) async throws -> ListPage<Item>

    /// Starting again does nothing where there is content.
    public var keepsContent: Bool { true }

    /// There is only one request.
    public var initialRequest: NoListRequest? { NoListRequest() }

    /// Loads a page.
    public func page(_ page: ListPageRequest<NoListRequest>) async throws -> SourcePage<Item, NoListInfo> {
        try await load(page.cursor)
    }

    /// Reports the error; `nil` when it is suppressed.
    public func failure(for error: any Error) -> DisplayedError? { errors.report(error) }
}

/// A page of a list about which nothing else is told.
public typealias ListPage<Item: Sendable> = SourcePage<Item, NoListInfo>

extension SourcePage where Info == NoListInfo {
    /// Creates a page.
    public init(items: [Item], next: ListCursor? = nil) {
        self.init(items: items, next: next, info: NoListInfo())
    }
}
