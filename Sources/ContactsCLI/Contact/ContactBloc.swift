import Bloc
import Repository
import Services

/// One contact, or the few that were selected: finds, adds, changes and removes them, and then tells all other blocs.
typealias ContactBloc = RepositoryLoadBloc<ContactEvent, ContactContent>

extension ContactBloc {
    static var key: BlocKey<ContactBloc> { BlocKey("contact") }

    convenience init(service: any ContactService, changes: any ContactChangeService, manager: BlocManager) {
        @Sendable func answer(to event: ContactEvent) async throws -> ContactContent {
            switch event {
            case .selected(let texts, let purpose):
                var contacts: [Contact] = []
                var known: Set<ContactID> = []
                for text in texts {
                    let contact = try await service.contact(matching: text, for: purpose)
                    if known.insert(contact.id).inserted { contacts.append(contact) }
                }
                return .selected(contacts)
            case .groupSelected(let name):
                return .selected(try await service.contacts(inGroup: name))
            case .added(let contact):
                return .saved(try await changes.add(contact))
            case .checked(let contact):
                return .selected([try await changes.check(contact)])
            case .edited(let ids, let edit, let title):
                return .changed(try await changes.edit(ids, with: edit, title: title))
            case .previewed(let ids, let edit):
                return .previewed(try await changes.preview(ids, with: edit))
            case .removed(let ids):
                return .removed(try await changes.remove(ids))
            case .emptyGroupDeleted(let name):
                try await changes.deleteEmptyGroup(name)
                return .removed([])
            }
        }
        // One after the other: what is shown at the end is what the last event asked for.
        self.init(key: Self.key, policy: .sequential) { event, _ in
            let content = try await answer(to: event)
            switch content {
            case .selected, .previewed: break
            case .changed(let updates):
                let changed = updates.filter(\.isChange)
                if changed.count == 1 { manager.broadcast(ContactSaved(contact: changed[0].new)) }
                if changed.count > 1 { manager.broadcast(ContactsChanged()) }
            case .saved, .removed: manager.broadcast(ContactsChanged())
            }
            return content
        }
    }
}

extension ContactBloc {
    /// Adds an event about several contacts, and waits for its answer, whatever other events come to the bloc.
    func contacts(of event: ContactEvent) async throws -> [Contact] {
        try await content(of: event).contacts
    }

    func contact(of event: ContactEvent) async throws -> Contact {
        guard let contact = try await contacts(of: event).first else { throw CancellationError() }
        return contact
    }

    /// Edits contacts as one step of history, or says only what the edit would change.
    func edit(
        _ contacts: [Contact],
        with edit: ContactEdit,
        title: String,
        isTrial: Bool
    ) async throws -> [ContactUpdate] {
        let ids = contacts.map(\.id)
        let event: ContactEvent = isTrial ? .previewed(ids, edit) : .edited(ids, edit, title: title)
        switch try await content(of: event) {
        case .changed(let updates), .previewed(let updates): return updates
        case .selected, .saved, .removed: throw CancellationError()
        }
    }
}

enum ContactEvent: Codable, Sendable {
    /// The contacts that the texts name, one each, were requested.
    case selected(matching: [String], for: SelectionPurpose)
    case groupSelected(String)
    case added(Contact)
    /// A new contact is to be checked only.
    case checked(Contact)
    /// An edit of contacts was submitted; the title is that of the step of history.
    case edited([ContactID], ContactEdit, title: String)
    case previewed([ContactID], ContactEdit)
    case removed([ContactID])
    case emptyGroupDeleted(String)
}

enum ContactContent: Equatable, Codable, Sendable {
    /// The contacts that were selected, each once, in the order of the selection.
    case selected([Contact])
    /// The contact was added, and is now as given.
    case saved(Contact)
    case changed([ContactUpdate])
    /// The contacts as they are, and as an edit would make them.
    case previewed([ContactUpdate])
    /// The contacts were removed; they are as they were.
    case removed([Contact])

    var contacts: [Contact] {
        switch self {
        case .saved(let contact): [contact]
        case .selected(let contacts), .removed(let contacts): contacts
        case .changed(let updates): updates.map(\.new)
        case .previewed(let updates): updates.map(\.old)
        }
    }
}
