import Bloc
import BlocKit
import Repository
import Services

/// The contact list; it keeps only the latest page, so that memory use doesn't depend on the number of contacts.
typealias ContactListBloc = SourceListBloc<ContactListSource>

typealias ContactListState = ContactListBloc.State

extension ContactListBloc {
    static var key: BlocKey<ContactListBloc> { BlocKey("contact-list") }

    convenience init(service: any ContactListService) {
        self.init(name: Self.key.name, source: ContactListSource(service: service)) { bloc in
            bloc.onBroadcast(ContactSaved.self) { .updated($0.contact) }
            bloc.onBroadcast(ContactsChanged.self) { _ in .invalidated }
        }
    }
}

struct ContactListSource: ListSource {
    let service: any ContactListService

    var retention: ListRetention { .latestPage }

    func page(_ page: ListPageRequest<ContactListRequest>) async throws -> SourcePage<Contact, ContactListInfo> {
        let request = page.request
        let rest = request.limit.map { $0 - page.itemsBefore }
        let query = ContactQuery(
            sort: request.sort,
            isReversed: request.isReversed,
            limit: min(request.pageSize, rest ?? request.pageSize),
            after: page.cursor.map { PageCursor(rawValue: $0.rawValue) } ?? request.after,
            filter: request.filter
        )
        let answer = try await service.contacts(query, policy: policy(of: page))
        let isFirst = page.cursor == nil
        let count = request.isCounted && isFirst ? try await service.count(request.filter) : nil
        let isComplete = rest.map { answer.contacts.count >= $0 } ?? false
        return SourcePage(
            items: answer.contacts,
            next: isComplete ? nil : answer.next.map { ListCursor(rawValue: $0.rawValue) },
            info: ContactListInfo(notices: answer.notices, count: count, continuation: answer.next)
        )
    }

    /// Only the first page may use the network: later pages are already in the store.
    private func policy(of page: ListPageRequest<ContactListRequest>) -> CachePolicy {
        switch page.reason {
        case .started: page.request.policy
        case .refreshed: .networkOnly
        case .nextPageRequested, .invalidated: .cacheOnly
        }
    }

    func failure(for error: any Error) -> RepositoryError? { RepositoryError(shown: error) }
}

/// The contacts to list, and when the network may be used for them.
struct ContactListRequest: Equatable, Codable, Sendable {
    var sort: ContactSort = .last
    var isReversed = false
    var filter = ContactFilter()
    /// The position where the list starts; `nil` for the first contact.
    var after: PageCursor?
    var limit: Int?
    var pageSize = 500
    /// The cache policy for the first page; later pages come from the store.
    var policy: CachePolicy
    /// Whether the first page includes the total number of matches.
    var isCounted = false
}

struct ContactListInfo: Equatable, Codable, Sendable {
    var notices: [RepositoryNotice] = []
    /// The total number of matches; only on the first page, and only if requested.
    var count: Int?
    /// The position where another list can continue after this page; `nil` after the last contact.
    var continuation: PageCursor?
}

extension ContactListBloc {
    /// Reads a whole list and passes on each page as it arrives, prefetching the next one.
    ///
    /// `show` receives each page with the identifiers used in the books, and the list so far; it isn't called without
    /// contacts. Returns the number of contacts, and the exit status if nothing else failed.
    /// - Throws: The error from reading a page or from `show`.
    func read(
        _ request: ContactListRequest,
        _ messages: MessagePrinter,
        page show: ([Contact], ContactListState) throws -> Void
    ) async throws -> (count: Int, status: ExitStatus) {
        @Injected(\.app) var app
        var report = NoticeReport(messages: messages)
        var list = try await answer(to: .started(request)).loaded()
        report.tell(list.info?.notices ?? [])
        if list.content == .noData { return (0, report.status) }
        while !list.isComplete {
            // Prefetched while this page is printed; at most one page ahead.
            async let next = answer(to: .nextPageRequested)
            try show(app.apart(list.items), list)
            list = try await next.loaded()
            report.tell(list.info?.notices ?? [])
        }
        try show(app.apart(list.items), list)
        return (list.itemCount, report.status)
    }
}
