/// Where the pages of a ``SourceListBloc`` come from, and what they consist of.
public protocol ListSource: Sendable {
    /// What a list is asked for, such as a filter and an order.
    associatedtype Request: Equatable & Sendable
    /// An item of the list.
    associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable
    /// A page's metadata.
    associatedtype Info: Equatable & Sendable = NoListInfo
    /// Why a page could not be loaded.
    associatedtype Failure: Equatable & Sendable

    /// Loads a page.
    ///
    /// - Throws: Any error; ``failure(for:)`` describes it.
    func page(_ page: ListPageRequest<Request>) async throws -> SourcePage<Item, Info>

    /// Turns an error into a failure; `nil` shows what was there before the load. Cancellation is not given to it.
    func failure(for error: any Error) -> Failure?

    /// Which pages the state keeps; all by default.
    var retention: ListRetention { get }

    /// Whether `started` does nothing where there is content already, or while a page is loaded; by default it cancels a load that
    /// runs and loads the first page again.
    var keepsContent: Bool { get }

    /// What a list is asked for before it was started; `nil`, the default, loads nothing then.
    var initialRequest: Request? { get }
}

extension ListSource {
    /// All pages.
    public var retention: ListRetention { .everyPage }
    /// Loads again.
    public var keepsContent: Bool { false }
    /// Loads nothing before it was started.
    public var initialRequest: Request? { nil }
}

/// Which pages the state of a list keeps.
public enum ListRetention: Hashable, Sendable {
    /// All pages: a view scrolls through them.
    case everyPage
    /// The latest page: memory stays flat in a long list whose pages are printed or written one by one.
    case latestPage
}

/// A page that a list is about to load.
public struct ListPageRequest<Request: Sendable>: Sendable {
    /// Why a page is loaded.
    public enum Reason: Hashable, Sendable {
        /// The list was started.
        case started
        /// The end of the list was reached.
        case nextPageRequested
        /// Fresh items were asked for.
        case refreshed
        /// What the items come from changed.
        case invalidated
    }

    /// What the list was asked for.
    public let request: Request
    /// Why the page is loaded.
    public let reason: Reason
    /// Where the page begins; `nil` is the beginning.
    public let cursor: ListCursor?
    /// The number of items on the pages before it.
    public let itemsBefore: Int

    /// Creates a request of a page.
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
    /// Where the next page begins; `nil` when this is the last.
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

/// The request of a list that always shows the same.
public struct NoListRequest: Hashable, Codable, Sendable {
    /// Creates the request.
    public init() {}
}

/// The info of pages without metadata.
public struct NoListInfo: Hashable, Codable, Sendable {
    /// Creates the info.
    public init() {}
}

/// Where the next page of a list begins: text that only its maker understands.
public struct ListCursor: RawRepresentable, Hashable, Codable, Sendable {
    /// The text.
    public let rawValue: String

    /// Takes the text as it is.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
