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

extension ContactBloc {
    /// Adds an event about one contact, and waits for what comes of it.
    ///
    /// - Returns: The contact that was found or saved.
    /// - Throws: The failure that the bloc shows; `CancellationError` when the event was not handled.
    func answer(_ event: ContactEvent) async throws -> Contact {
        guard let contact = try await answers(event).first else { throw CancellationError() }
        return contact
    }

    /// Adds an event about several contacts, and waits for what comes of it.
    ///
    /// - Returns: The contacts that were found or changed.
    /// - Throws: The failure that the bloc shows; `CancellationError` when the event was not handled.
    func answers(_ event: ContactEvent) async throws -> [Contact] {
        let outcome = await add(event).outcome
        switch state {
        case .found(let contact), .saved(let contact): return [contact]
        case .selected(let contacts), .changed(let contacts), .removed(let contacts): return contacts
        case .failure(let error): throw error
        case .initial, .loading:
            // The bloc was closed, or the command is cancelled.
            if case .failed(let error) = outcome { throw error }
            throw CancellationError()
        }
    }
}

/// What the view of one contact is told.
enum ContactEvent: Codable, Sendable {
    /// The contact with the identifier, or with the only one that begins so, was asked for.
    case requested(matching: String)
    /// An edit of that contact was submitted.
    case edited(matching: String, ContactEdit)
    /// A new contact was submitted.
    case added(Contact)
    /// The contacts that each of the texts names alone were asked for.
    case selected(matching: [String])
    /// An edit of several contacts was submitted.
    case editedAll([ContactID], ContactEdit)
    /// Contacts were marked as favourites, or the mark was taken away.
    case favored([ContactID], Bool)
    /// Contacts were put in groups and taken out of others.
    case grouped([ContactID], adding: [String], removing: [String])
    /// A group was given another name.
    case groupRenamed(String, to: String)
    /// The removal of contacts was confirmed.
    case removed([ContactID])
}

/// What the view of one contact shows.
enum ContactState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// The contact is being read or changed.
    case loading
    /// The contact is there.
    case found(Contact)
    /// The contact was changed, and is now as given.
    case saved(Contact)
    /// The contacts that were selected, each once, in the order of the selection.
    case selected([Contact])
    /// The contacts were changed, and are now as given.
    case changed([Contact])
    /// The contacts were removed; they are as they were.
    case removed([Contact])
    /// The contact could not be read or changed.
    case failure(RepositoryError)
}

/// Broadcast to all blocs after a contact was changed here and stored.
struct ContactSaved: Sendable {
    /// The contact as it is now.
    let contact: Contact
}

/// Broadcast to all blocs after contacts came, went, or were put back, so that lists read again what is stored.
struct ContactsChanged: Sendable {}
