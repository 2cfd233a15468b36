import Bloc
import Repository
import Services

/// One contact, or the few that were selected: finds, adds, changes and removes them, and tells all other blocs what has
/// changed.
final class ContactBloc: Bloc {
    typealias Event = ContactEvent
    typealias State = ContactState

    static let key = BlocKey<ContactBloc>("contact")

    let runtime: BlocRuntime<ContactBloc>

    init(service: any ContactService, changes: any ContactChangeService, manager: BlocManager) {
        runtime = BlocRuntime(initialState: .initial, name: Self.key.name) { bloc in
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
                    case .added(let contact):
                        emit(.saved(try await changes.add(contact)))
                        manager.broadcast(ContactsChanged())
                    case .selected(let prefixes):
                        emit(.selected(try await Self.contacts(matching: prefixes, from: service)))
                    case .editedAll(let ids, let edit):
                        emit(.changed(try await changes.edit(ids, with: edit)))
                        manager.broadcast(ContactsChanged())
                    case .favored(let ids, let isFavorite):
                        emit(.changed(try await changes.setFavorite(isFavorite, ids)))
                        manager.broadcast(ContactsChanged())
                    case .grouped(let ids, let adding, let removing):
                        let contacts = try await changes.changeCategories(adding: adding, removing: removing, ids)
                        emit(.changed(contacts))
                        manager.broadcast(ContactsChanged())
                    case .groupRenamed(let name, let newName):
                        emit(.changed(try await changes.renameCategory(name, to: newName)))
                        manager.broadcast(ContactsChanged())
                    case .removed(let ids):
                        emit(.removed(try await changes.remove(ids)))
                        manager.broadcast(ContactsChanged())
                    }
                } catch {
                    emit(.failure(try RepositoryError.unlessCancelled(error)))
                }
            }
        }
    }

    private static func contacts(
        matching prefixes: [String],
        from service: any ContactService
    ) async throws -> [Contact] {
        var contacts: [Contact] = []
        var known: Set<ContactID> = []
        for prefix in prefixes {
            let contact = try await service.contact(matching: prefix)
            if known.insert(contact.id).inserted { contacts.append(contact) }
        }
        return contacts
    }
}
