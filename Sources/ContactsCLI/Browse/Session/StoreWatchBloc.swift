import Bloc
import Repository
import Services
import TerminalUI

/// Watches the store while pages show it: refreshes old people from the API, and tells all blocs of every change.
///
/// Changes by other processes count, too. The state says whether a refresh runs; the effects are messages for the user.
final class StoreWatchBloc: Bloc {
    typealias Event = StoreWatchEvent
    /// Whether people are being fetched.
    typealias State = Bool
    typealias Effect = PageNotice

    static let key = BlocKey<StoreWatchBloc>("store-watch")

    let runtime: BlocRuntime<StoreWatchBloc>

    init(service: any StoreWatchService, list: any ContactListService, manager: BlocManager) {
        runtime = BlocRuntime(initialState: false, name: Self.key.name) { bloc in
            bloc.on(lane: "changes", policy: .droppable, where: { $0 == .began }) { _, emit in
                try await emit.onEach(service.storeChanges()) { _ in manager.broadcast(ContactsChanged()) }
            }
            bloc.on({ if case .refreshed(let policy) = $0 { policy } else { nil } }, policy: .restartable) {
                policy,
                emit in
                emit(true)
                defer { emit(false) }
                do {
                    // One contact is enough: what the list shows is read by its own bloc.
                    let page = try await list.contacts(ContactQuery(limit: 1), policy: policy)
                    for notice in page.notices { emit.effect(PageNotice(NoticeReport.text(of: notice), .warning)) }
                } catch let error as RepositoryError {
                    emit.effect(PageNotice(error.message, .danger))
                }
            }
        }
    }
}

enum StoreWatchEvent: Equatable, Sendable {
    /// Changes are to be told from now on.
    case began
    /// Old people are to be fetched again, as the policy says.
    case refreshed(CachePolicy)
}
