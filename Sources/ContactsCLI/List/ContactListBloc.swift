import Bloc
import BlocKit
import Repository
import Services

/// The list of contacts; it keeps the latest page only, so that memory stays flat however many contacts there are.
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

    /// Only the first page may come from the network: the store has those after it.
    private func policy(of page: ListPageRequest<ContactListRequest>) -> CachePolicy {
        switch page.reason {
        case .started: page.request.policy
        case .refreshed: .networkOnly
        case .nextPageRequested, .invalidated: .cacheOnly
        }
    }

    func failure(for error: any Error) -> RepositoryError? { RepositoryError(shown: error) }
}

/// Which contacts a list is to show, and when it may use the network for them.
struct ContactListRequest: Equatable, Codable, Sendable {
    var sort: ContactSort = .last
    var isReversed = false
    var filter = ContactFilter()
    /// The position where the list begins; `nil` is the beginning of the order.
    var after: PageCursor?
    var limit: Int?
    var pageSize = 500
    /// The policy for the first page; later ones come from the store.
    var policy: CachePolicy
    /// Whether the first page says how many contacts match in all.
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
    /// Reads a list to its end and hands over each page as it comes; the next is read meanwhile.
    ///
    /// Each page is shown with the identifiers of the books and with the list so far; `show` isn't called
    /// without contacts. The result is the number of contacts, and the exit status when nothing else failed.
    /// - Throws: Why a page could not be read, and what `show` throws.
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
            // Read while this page is printed; never more than one ahead.
            async let next = answer(to: .nextPageRequested)
            try show(app.apart(list.items), list)
            list = try await next.loaded()
            report.tell(list.info?.notices ?? [])
        }
        try show(app.apart(list.items), list)
        return (list.itemCount, report.status)
    }
}
