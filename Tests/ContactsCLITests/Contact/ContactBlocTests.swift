import Bloc
import Repository
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct ContactBlocTests {
    @Test func `requested finds the contact`() async throws {
        let bloc = ContactBloc(
            service: StubContactService(find: { $0 == "1c41a" ? .complete : .unknown }),
            changes: StubContactChangeService(),
            manager: BlocManager()
        )
        #expect(try await bloc.answer(to: .requested(matching: "1c41a")) == .hasData(.found(.complete)))
        await bloc.close()
    }

    @Test func `requested tells that nobody fits`() async throws {
        let bloc = ContactBloc(
            service: StubContactService(),
            changes: StubContactChangeService(),
            manager: BlocManager()
        )
        let error = RepositoryError(.notFound, "No contact has 'zz'.")
        await #expect(throws: error) { try await bloc.contact(of: .requested(matching: "zz")) }
        #expect(bloc.state == .error(error))
        await bloc.close()
    }

    @Test func `edited saves, and the list hears of it`() async throws {
        let manager = BlocManager()
        let list = manager.bloc(for: ContactListBloc.key) {
            ContactListBloc(service: RecordingListService { _, _ in ContactPage(contacts: [.complete]) })
        }
        _ = try await list.answer(to: .started(ContactListRequest(policy: .cacheOnly)))
        let bloc = manager.bloc(for: ContactBloc.key) {
            ContactBloc(
                service: StubContactService(change: { _, edit in
                    var contact = Contact.complete
                    contact.email = edit.email
                    contact.isEdited = true
                    return contact
                }),
                changes: StubContactChangeService(),
                manager: manager
            )
        }

        let saved = try await bloc.contact(of: .edited(matching: "1c41a", ContactEdit(email: "new@example.com")))
        #expect(bloc.state == .hasData(.saved(saved)))
        #expect(saved.email == "new@example.com")
        #expect(list.state.items == [saved])
        await manager.closeAll()
    }

    @Test func `an edit that is refused is told and broadcasts nothing`() async throws {
        let manager = BlocManager()
        let list = manager.bloc(for: ContactListBloc.key) {
            ContactListBloc(service: RecordingListService { _, _ in ContactPage(contacts: [.complete]) })
        }
        let before = try await list.answer(to: .started(ContactListRequest(policy: .cacheOnly)))
        let refusal = RepositoryError(.invalidInput, "The e-mail address 'x' has no @.")
        let bloc = ContactBloc(
            service: StubContactService(change: { _, _ in throw refusal }),
            changes: StubContactChangeService(),
            manager: manager
        )

        let receipt = bloc.add(.edited(matching: "1c41a", ContactEdit(email: "x")))
        _ = await receipt.outcome

        #expect(bloc.state == .error(refusal))
        #expect(list.state == before)
        await bloc.close()
        await manager.closeAll()
    }

    /// A contact bloc beside a list that has been read once.
    private func besideList(
        _ changes: StubContactChangeService,
        find: @escaping @Sendable (String) async throws -> Contact = { _ in .complete }
    ) async throws -> (bloc: ContactBloc, reads: RecordingListService, manager: BlocManager) {
        let manager = BlocManager()
        let reads = RecordingListService { _, _ in ContactPage(contacts: [.complete]) }
        let list = manager.bloc(for: ContactListBloc.key) { ContactListBloc(service: reads) }
        _ = try await list.answer(to: .started(ContactListRequest(policy: .cacheOnly)))
        let bloc = manager.bloc(for: ContactBloc.key) {
            ContactBloc(service: StubContactService(find: find), changes: changes, manager: manager)
        }
        return (bloc, reads, manager)
    }

    @Test func `added saves the contact, and lists read again`() async throws {
        let (bloc, reads, manager) = try await besideList(StubContactChangeService(adding: { $0 }))
        _ = await bloc.add(.added(.complete)).outcome
        #expect(bloc.state == .hasData(.saved(.complete)))
        // Finishes what the broadcast led to.
        await manager.closeAll(.drain)
        #expect(reads.calls.count == 2)
    }

    @Test func `selected finds each contact once, in the order of the selection`() async throws {
        let (bloc, _, manager) = try await besideList(StubContactChangeService()) { $0 == "u" ? .unknown : .complete }
        _ = await bloc.add(.selected(matching: ["u", "c", "u"])).outcome
        #expect(bloc.state == .hasData(.selected([.unknown, .complete])))
        await manager.closeAll()
    }

    @Test func `selected fails as a whole when one selection does`() async throws {
        let ambiguous = RepositoryError(.ambiguous, "Two contacts begin with 'c'.")
        let (bloc, _, manager) = try await besideList(StubContactChangeService()) { prefix in
            guard prefix == "u" else { throw ambiguous }
            return .unknown
        }
        _ = await bloc.add(.selected(matching: ["u", "c"])).outcome
        #expect(bloc.state == .error(ambiguous))
        await manager.closeAll()
    }

    @Test func `removed removes all, and lists read again`() async throws {
        let (bloc, reads, manager) = try await besideList(
            StubContactChangeService(removing: { $0.map { Contact(id: $0) } })
        )
        let ids = [Contact.complete.id, Contact.unknown.id]
        _ = await bloc.add(.removed(ids)).outcome
        #expect(bloc.state == .hasData(.removed(ids.map { Contact(id: $0) })))
        // Finishes what the broadcast led to.
        await manager.closeAll(.drain)
        #expect(reads.calls.count == 2)
    }
}
