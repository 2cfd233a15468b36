/// A source of pages for a ``SourceListBloc``.
public protocol ListSource: Sendable {
    /// The parameters of a list, such as a filter and an order.
    associatedtype Request: Equatable & Sendable
    /// An item of the list.
    associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable
    /// A page's metadata.
    associatedtype Info: Equatable & Sendable = NoListInfo
    /// The reason that a page couldn't be loaded.
    associatedtype Failure: Equatable & Sendable

    /// Loads a page.
    ///
    /// - Throws: Any error; ``failure(for:)`` describes it.
    func page(_ page: ListPageRequest<Request>) async throws -> SourcePage<Item, Info>

    /// Turns an error into a failure; `nil` restores the content from before the load. Never called for cancellation.
    func failure(for error: any Error) -> Failure?

    /// The pages that the state keeps; all by default.
    var retention: ListRetention { get }

    /// Whether `started` does nothing if there is content already, or while a page is being loaded; by default it
    /// cancels a running load and loads the first page again.
    var keepsContent: Bool { get }

    /// The request of a list that hasn't been started; with `nil`, the default, such a list loads nothing.
    var initialRequest: Request? { get }
}

extension ListSource {
    /// Keeps all pages.
    public var retention: ListRetention { .everyPage }
    /// Returns `false`: starting again reloads the first page.
    public var keepsContent: Bool { false }
    /// Returns `nil`: nothing is loaded before the list is started.
    public var initialRequest: Request? { nil }
}

/// The pages that the state of a list keeps.
public enum ListRetention: Hashable, Sendable {
    /// All pages: a view scrolls through them.
    case everyPage
    /// Only the latest page: memory use stays constant in a long list whose pages are printed or written one by one.
    case latestPage
}

/// A page that a list is about to load.
public struct ListPageRequest<Request: Sendable>: Sendable {
    /// The reason for loading a page.
    public enum Reason: Hashable, Sendable {
        /// The list was started.
        case started
        /// The end of the list was reached.
        case nextPageRequested
        /// A refresh was requested.
        case refreshed
        /// The underlying data changed.
        case invalidated
    }

    /// The request of the list.
    public let request: Request
    /// The reason for loading the page.
    public let reason: Reason
    /// The cursor of the page; `nil` for the first page.
    public let cursor: ListCursor?
    /// The number of items on the pages before it.
    public let itemsBefore: Int

    /// Creates a request for a page.
    public init(request: Request, reason: Reason, cursor: ListCursor? = nil, itemsBefore: Int = 0) {
        self.request = request
        self.reason = reason
        self.cursor = cursor
        self.itemsBefore = itemsBefore
    }
}

/// A page of a list.
public struct SourcePage<Item: Sendable, Info: Sendable>: Sendable {
    /// The items, in order.
    public let items: [Item]
    /// The cursor of the next page; `nil` if this is the last page.
    public let next: ListCursor?
    /// The page's metadata.
    public let info: Info

    /// Creates a page.
    public init(items: [Item], next: ListCursor? = nil, info: Info) {
        self.items = items
        self.next = next
        self.info = info
    }
}

extension SourcePage: Equatable where Item: Equatable, Info: Equatable {}

/// The request of a list without parameters.
public struct NoListRequest: Hashable, Codable, Sendable {
    /// Creates the request.
    public init() {}
}

/// The info of pages without metadata.
public struct NoListInfo: Hashable, Codable, Sendable {
    /// Creates the info.
    public init() {}
}

/// The position of a list's next page, as opaque text that only the source understands.
public struct ListCursor: RawRepresentable, Hashable, Codable, Sendable {
    /// The text.
    public let rawValue: String

    /// Wraps the text unchanged.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
