import Bloc
import Exchange
import Primitives
import Repository
import Services
import Synchronization

/// Adds the people of a mail whose addresses no contact has, all in one step.
typealias AddEmailBloc = RepositoryLoadBloc<AddEmailEvent, AddEmailContent>

extension AddEmailBloc {
    static var key: BlocKey<AddEmailBloc> { BlocKey("add-email") }

    convenience init(list: any ContactListService, importing: any ImportService, manager: BlocManager) {
        self.init(key: Self.key, policy: .sequential) { event, _ in
            var content = AddEmailContent()
            for address in event.addresses {
                if let contact = try await Self.contact(with: address.address, in: list) {
                    content.known.append(AddEmailContent.Person(address: address, contact: contact))
                } else {
                    var contact = address.contact()
                    contact.id = ContactID(rawValue: UUID().uuidString.lowercased())
                    content.added.append(AddEmailContent.Person(address: address, contact: contact))
                }
            }
            guard !event.isTrial, !content.added.isEmpty else { return content }
            let rest = Rest(content.added.map { ImportedContact($0.contact) })
            _ = try await importing.importContacts(title: "add-email", duplicates: .skip) { rest.take() }
            manager.broadcast(ContactsChanged())
            return content
        }
    }

    /// The contact with the address, in any case of its letters.
    private static func contact(with address: String, in list: any ContactListService) async throws -> Contact? {
        let key = address.lowercased()
        let term = ContactTerm(address, in: .email, isPhrase: true)
        var query = ContactQuery(limit: 200, filter: ContactFilter(expression: .term(term)))
        repeat {
            let page = try await list.contacts(query, policy: .cacheOnly)
            let found = page.contacts.first { contact in contact.emails.contains { $0.value.lowercased() == key } }
            if let found { return found }
            query.after = page.next
        } while query.after != nil
        return nil
    }
}

struct AddEmailEvent: Codable, Sendable {
    /// The addresses, each once.
    var addresses: [MailAddress]
    var isTrial = false
}

struct AddEmailContent: Equatable, Codable, Sendable {
    struct Person: Equatable, Codable, Sendable {
        var address: MailAddress
        var contact: Contact

        var text: String {
            let name = contact.displayName
            return name.isEmpty || name == address.address ? address.address : "\(name) <\(address.address)>"
        }
    }

    var added: [Person] = []
    /// The people who were there already.
    var known: [Person] = []
}

/// Contacts that are given away once.
private final class Rest: Sendable {
    private let contacts: Mutex<[ImportedContact]?>

    init(_ contacts: [ImportedContact]) {
        self.contacts = Mutex(contacts)
    }

    func take() -> [ImportedContact]? {
        contacts.withLock { contacts in
            defer { contacts = nil }
            return contacts
        }
    }
}
