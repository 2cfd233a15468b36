import Bloc
import Repository
import Services

/// One contact: finds it, changes it, and tells all other blocs when it was changed.
final class ContactBloc: Bloc {
    typealias Event = ContactEvent
    typealias State = ContactState

    static let key = BlocKey<ContactBloc>("contact")

    let runtime: BlocRuntime<ContactBloc>

    init(service: any ContactService, manager: BlocManager) {
        runtime = BlocRuntime(initialState: .initial) { bloc in
            // One after the other: what is shown at the end is what the last event asked for.
            bloc.on(policy: .sequential) { event, emit in
                emit(.loading)
                do {
                    switch event {
                    case .requested(let prefix):
                        emit(.found(try await service.contact(matching: prefix)))
                    case .edited(let prefix, let edit):
                        let contact = try await service.edit(matching: prefix, with: edit)
                        emit(.saved(contact))
                        manager.broadcast(ContactSaved(contact: contact))
                    }
                } catch {
                    emit(.failure(try RepositoryError.unlessCancelled(error)))
                }
            }
        }
    }
}
