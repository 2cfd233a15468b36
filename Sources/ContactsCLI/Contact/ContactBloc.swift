import Bloc
import Repository
import Services

/// Finds, adds, changes and removes one contact or a few selected ones, and then notifies all other blocs.
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
        // Sequential, so that the final state belongs to the last event.
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
    /// Adds an event about several contacts, and waits for its answer, even if other events are added meanwhile.
    func contacts(of event: ContactEvent) async throws -> [Contact] {
        try await content(of: event).contacts
    }

    func contact(of event: ContactEvent) async throws -> Contact {
        guard let contact = try await contacts(of: event).first else { throw CancellationError() }
        return contact
    }

    /// Edits contacts as one step of history, or only previews the edit.
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
    /// One contact for each text was requested.
    case selected(matching: [String], for: SelectionPurpose)
    case groupSelected(String)
    case added(Contact)
    /// A new contact should only be validated.
    case checked(Contact)
    /// An edit of contacts was submitted; the title is for the step of history.
    case edited([ContactID], ContactEdit, title: String)
    case previewed([ContactID], ContactEdit)
    case removed([ContactID])
    case emptyGroupDeleted(String)
}

enum ContactContent: Equatable, Codable, Sendable {
    /// The selected contacts without duplicates, in the order of selection.
    case selected([Contact])
    /// The contact was added, and this is its stored form.
    case saved(Contact)
    case changed([ContactUpdate])
    /// The contacts before and after an edit that wasn't applied.
    case previewed([ContactUpdate])
    /// The contacts were removed; this is how they were before.
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
