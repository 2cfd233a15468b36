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
