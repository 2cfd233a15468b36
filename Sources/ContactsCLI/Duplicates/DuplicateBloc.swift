import Bloc
import Repository
import Services

/// Finds contacts that are there twice, makes one of them, and tells all other blocs.
final class DuplicateBloc: Bloc {
    typealias Event = DuplicateEvent
    typealias State = DuplicateState

    static let key = BlocKey<DuplicateBloc>("duplicates")

    let runtime: BlocRuntime<DuplicateBloc>

    init(service: any DuplicateService, manager: BlocManager) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
            bloc.on(policy: .sequential) { event, emit in
                emit(.working(read: 0, total: nil))
                do {
                    switch event {
                    case .searched:
                        let groups = try await service.duplicates { emit(.working(read: $0, total: $1)) }
                        emit(.found(groups))
                    case .previewed(let ids):
                        let (old, merged) = try await service.preview(ids)
                        emit(.preview(old: old, merged: merged))
                    case .merged(let groups, let title):
                        emit(.merged(try await service.merge(groups, title: title)))
                        manager.broadcast(ContactsChanged())
                    }
                } catch {
                    emit(.failure(try RepositoryError.unlessCancelled(error)))
                }
            }
        }
    }
}
