import Bloc
import Repository
import Services
import Synchronization
import Testing

@testable import ContactsCLI
@testable import Exchange

@Suite(.timeLimit(.minutes(20)))
struct AddEmailBlocTests {
    /// Remembers what was imported.
    private final class Importing: ImportService {
        let contacts = Mutex<[[Contact]]>([])

        func importContacts(
            title: String,
            duplicates: DuplicateRule,
            next: @escaping @Sendable () throws -> [ImportedContact]?
        ) async throws -> ImportSummary {
            #expect(title == "add-email")
            while let batch = try next() { contacts.withLock { $0.append(batch.map(\.contact)) } }
            return ImportSummary()
        }
    }

    private static let addresses = [
        MailAddress(name: "Ada L", address: "ADA@example.com"),
        MailAddress(name: "Eve Ott", address: "eve@example.com"),
        MailAddress(address: "x@example.com"),
    ]

    private func bloc(_ importing: Importing) -> AddEmailBloc {
        let list = RecordingListService { call, _ in
            // A word of the address finds others, too.
            let ada = Contact(id: ContactID(rawValue: "1"), name: PersonName(first: "Ada"), email: "ada@Example.com")
            let other = Contact(id: ContactID(rawValue: "2"), email: "eve@example.com.org")
            #expect(call.policy == .cacheOnly)
            return ContactPage(contacts: [other, ada], next: nil)
        }
        return AddEmailBloc(list: list, importing: importing, manager: BlocManager())
    }

    @Test func `who is new is added in one step, and who is there is named`() async throws {
        let importing = Importing()
        let bloc = bloc(importing)
        let content = try await bloc.content(of: AddEmailEvent(addresses: Self.addresses))
        #expect(content.known.map(\.text) == ["Ada <ADA@example.com>"])
        #expect(content.added.map(\.text) == ["Eve Ott <eve@example.com>", "x@example.com"])
        let batches = importing.contacts.withLock { $0 }
        #expect(batches.count == 1)
        #expect(batches.first == content.added.map(\.contact))
        #expect(content.added.allSatisfy { $0.contact.id.rawValue.count == 36 })
        await bloc.close()
    }

    @Test func `a trial stores nothing`() async throws {
        let importing = Importing()
        let bloc = bloc(importing)
        let content = try await bloc.content(of: AddEmailEvent(addresses: Self.addresses, isTrial: true))
        #expect(content.added.count == 2)
        #expect(importing.contacts.withLock { $0.isEmpty })
        await bloc.close()
    }
}
