import Bloc
import Repository
import Services

/// The list of contacts, one page at a time, so that memory stays flat however many people there are.
///
/// What is read next is decided in the order of the events, by synchronous handlers; the reading itself has one lane in
/// which the latest wish cancels the one before it. A stale page can therefore never take the place of a refresh.
final class ContactListBloc: Bloc {
    typealias Event = ContactListEvent
    typealias State = ContactListState

    static let key = BlocKey<ContactListBloc>("contact-list")

    let runtime: BlocRuntime<ContactListBloc>

    init(service: any ContactListService) {
        runtime = BlocRuntime(initialState: ContactListState(), name: Self.key.name) { bloc in
            bloc.onBroadcast(ContactSaved.self) { .contactSaved($0.contact) }
            bloc.onBroadcast(ContactsChanged.self) { _ in .contactsChanged }
            bloc.on(where: { !Self.isReading($0) }) { event, emit in
                Self.decide(event, emit)
            }
            bloc.on(lane: Lane("page"), policy: .restartable, where: { Self.isReading($0) }) { event, emit in
                guard case .pageNeeded(let need) = event, let request = emit.state.request else { return }
                try await Self.read(need, of: request, from: service, emit)
            }
        }
    }

    private static func isReading(_ event: ContactListEvent) -> Bool {
        if case .pageNeeded = event { true } else { false }
    }

    private static func decide(_ event: ContactListEvent, _ emit: Emitter<ContactListBloc>) {
        switch event {
        case .started(let request):
            emit(ContactListState(phase: .loading, request: request))
            emit.add(
                .pageNeeded(ContactListPageNeed(number: 1, before: 0, cursor: request.after, policy: request.policy))
            )
        case .refreshed:
            guard let request = emit.state.request else { return }
            emit(ContactListState(phase: .loading, request: request))
            emit.add(
                .pageNeeded(ContactListPageNeed(number: 1, before: 0, cursor: request.after, policy: .networkOnly))
            )
        case .nextPageRequested:
            guard case .data(let page) = emit.state.phase, let next = page.next else { return }
            emit(ContactListState(phase: .loading, request: emit.state.request))
            let need = ContactListPageNeed(
                number: page.number + 1,
                before: page.total,
                cursor: next,
                policy: .cacheOnly
            )
            emit.add(.pageNeeded(need))
        case .contactSaved(let contact):
            guard case .data(var page) = emit.state.phase,
                let index = page.contacts.firstIndex(where: { $0.id == contact.id })
            else { return }
            page.contacts[index] = contact
            emit.update { $0.phase = .data(page) }
        case .contactsChanged:
            switch emit.state.phase {
            case .data, .empty: break
            // What is on its way, or could not be read, is for whoever asked.
            case .initial, .loading, .failure: return
            }
            guard let request = emit.state.request else { return }
            emit(ContactListState(phase: .loading, request: request))
            emit.add(.pageNeeded(ContactListPageNeed(number: 1, before: 0, cursor: request.after, policy: .cacheOnly)))
        case .pageNeeded:
            // Has a handler of its own.
            return
        }
    }

    private static func read(
        _ need: ContactListPageNeed,
        of request: ContactListRequest,
        from service: any ContactListService,
        _ emit: Emitter<ContactListBloc>
    ) async throws {
        let wanted = min(request.pageSize, request.limit.map { $0 - need.before } ?? request.pageSize)
        let query = ContactQuery(sort: request.sort, limit: wanted, after: need.cursor, filter: request.filter)
        do {
            let page = try await service.page(of: query, policy: need.policy)
            let total = need.before + page.contacts.count
            let count = request.isCounted && need.number == 1 ? try await service.count(request.filter) : nil
            let isComplete = request.limit.map { total >= $0 } ?? false
            let shown = ContactListPage(
                number: need.number,
                total: total,
                count: count,
                next: isComplete ? nil : page.next,
                continuation: page.next,
                contacts: page.contacts
            )
            let isEmpty = total == 0 && shown.next == nil
            emit.update { state in
                state.notices = page.notices
                state.phase = isEmpty ? .empty : .data(shown)
            }
        } catch {
            let failure = try RepositoryError.unlessCancelled(error)
            emit.update { $0.phase = .failure(failure) }
        }
    }
}

/// What a list of contacts is told.
enum ContactListEvent: Codable, Sendable {
    /// The list was opened: the first page is wanted.
    case started(ContactListRequest)
    /// The page after the one that is shown is wanted; does nothing while a page is on its way or when there is none left.
    case nextPageRequested
    /// Fresh people were asked for: the list begins again with what the network says.
    case refreshed
    /// A contact was changed somewhere.
    case contactSaved(Contact)
    /// Contacts came, went, or were changed all at once: what is stored now is wanted, from the beginning.
    case contactsChanged
    /// The bloc told itself to read a page, after it decided which in the order of the events above.
    case pageNeeded(ContactListPageNeed)
}

/// What a list of contacts shows.
struct ContactListState: Equatable, Codable, Sendable {
    /// The phases that a list goes through, one at a time.
    enum Phase: Equatable, Codable, Sendable {
        /// Nothing was asked for yet.
        case initial
        /// A page is on its way.
        case loading
        /// A page is there.
        case data(ContactListPage)
        /// There is nobody.
        case empty
        /// The page could not be read.
        case failure(RepositoryError)
    }

    /// The phase.
    var phase: Phase = .initial
    /// What the user should be told about the page that is there.
    var notices: [RepositoryNotice] = []
    /// What is shown, once it was asked for.
    var request: ContactListRequest?
}

/// Which contacts a list is to show, and when it may use the network for them.
struct ContactListRequest: Equatable, Codable, Sendable {
    /// The order.
    var sort: ContactSort = .last
    /// Who is wanted.
    var filter = ContactFilter()
    /// Where the list begins; `nil` is the beginning of the order.
    var after: PageCursor?
    /// The most contacts in all; `nil` shows everybody.
    var limit: Int?
    /// The most contacts on a page, 1 or more.
    var pageSize = 500
    /// How the first page is read; later ones come from the store.
    var policy: CachePolicy
    /// Whether the first page says how many are found in all.
    var isCounted = false
}

/// A page of a list as it is shown.
struct ContactListPage: Equatable, Codable, Sendable {
    /// The number of the page, from 1 on.
    var number: Int
    /// The contacts of this page and of those before it, counted.
    var total: Int
    /// How many there are in all, told by the first page when the request wants it.
    var count: Int?
    /// Where the next page begins; `nil` when this is the last.
    var next: PageCursor?
    /// Where another list can go on after this page; `nil` when nobody comes after it.
    var continuation: PageCursor?
    /// The contacts of this page.
    var contacts: [Contact]
}

/// A page that a list is about to read.
struct ContactListPageNeed: Equatable, Codable, Sendable {
    /// The number of the page, from 1 on.
    var number: Int
    /// The contacts that the pages before it had.
    var before: Int
    /// Where the page begins; `nil` is the beginning.
    var cursor: PageCursor?
    /// Whether the network may be used.
    var policy: CachePolicy
}
