import Bloc
import Repository
import Services

/// One contact, or the few that were selected: finds, adds, changes and removes them, and then tells all other blocs.
typealias ContactBloc = RepositoryLoadBloc<ContactEvent, ContactContent>

extension ContactBloc {
    static var key: BlocKey<ContactBloc> { BlocKey("contact") }

    convenience init(service: any ContactService, changes: any ContactChangeService, manager: BlocManager) {
        // One after the other: what is shown at the end is what the last event asked for.
        self.init(key: Self.key, policy: .sequential) { event, _ in
            let content = try await Self.content(of: event, service, changes)
            switch event {
            case .requested, .selected: break
            case .edited: for contact in content.contacts { manager.broadcast(ContactSaved(contact: contact)) }
            case .added, .editedAll, .favored, .grouped, .groupRenamed, .removed: manager.broadcast(ContactsChanged())
            }
            return content
        }
    }

    private static func content(
        of event: ContactEvent,
        _ service: any ContactService,
        _ changes: any ContactChangeService
    ) async throws -> ContactContent {
        switch event {
        case .requested(let text):
            .found(try await service.contact(matching: text))
        case .edited(let text, let edit):
            .saved(try await service.edit(matching: text, with: edit))
        case .added(let contact):
            .saved(try await changes.add(contact))
        case .selected(let texts):
            .selected(try await contacts(matching: texts, from: service))
        case .editedAll(let ids, let edit):
            .changed(try await changes.edit(ids, with: edit))
        case .favored(let ids, let isFavorite):
            .changed(try await changes.setFavorite(isFavorite, ids))
        case .grouped(let ids, let adding, let removing):
            .changed(try await changes.changeCategories(adding: adding, removing: removing, ids))
        case .groupRenamed(let name, let newName):
            .changed(try await changes.renameCategory(name, to: newName))
        case .removed(let ids):
            .removed(try await changes.remove(ids))
        }
    }

    private static func contacts(
        matching texts: [String],
        from service: any ContactService
    ) async throws -> [Contact] {
        var contacts: [Contact] = []
        var known: Set<ContactID> = []
        for text in texts {
            let contact = try await service.contact(matching: text)
            if known.insert(contact.id).inserted { contacts.append(contact) }
        }
        return contacts
    }
}

extension ContactBloc {
    /// Adds an event about several contacts, and waits for its answer.
    ///
    /// - Returns: The contacts that were found or changed.
    /// - Throws: The failure of the event; `CancellationError` when the event was not handled.
    func contacts(of event: ContactEvent) async throws -> [Contact] {
        try await content(of: event).contacts
    }

    /// Adds an event about one contact, and waits for its answer.
    ///
    /// - Returns: The contact that was found or saved.
    /// - Throws: The failure of the event; `CancellationError` when the event was not handled.
    func contact(of event: ContactEvent) async throws -> Contact {
        guard let contact = try await contacts(of: event).first else { throw CancellationError() }
        return contact
    }
}

/// What the contact bloc is told.
enum ContactEvent: Codable, Sendable {
    /// The contact that the text names was requested.
    case requested(matching: String)
    /// An edit of the contact that the text names was submitted.
    case edited(matching: String, ContactEdit)
    /// A new contact was submitted.
    case added(Contact)
    /// The contacts that the texts name, one each, were requested.
    case selected(matching: [String])
    /// An edit of several contacts was submitted.
    case editedAll([ContactID], ContactEdit)
    /// Contacts were marked as favorites, or the mark was removed.
    case favored([ContactID], Bool)
    /// Contacts were put in groups and taken out of others.
    case grouped([ContactID], adding: [String], removing: [String])
    /// A group was given another name.
    case groupRenamed(String, to: String)
    /// The removal of contacts was confirmed.
    case removed([ContactID])
}

/// What the contact bloc shows.
enum ContactContent: Equatable, Codable, Sendable {
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

    /// The contacts, in their order.
    var contacts: [Contact] {
        switch self {
        case .found(let contact), .saved(let contact): [contact]
        case .selected(let contacts), .changed(let contacts), .removed(let contacts): contacts
        }
    }
}
