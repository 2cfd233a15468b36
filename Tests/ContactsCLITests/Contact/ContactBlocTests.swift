import Bloc
import Repository
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct ContactBlocTests {
    private static func isSettled(_ state: ContactState) -> Bool {
        switch state {
        case .initial, .loading: false
        case .found, .saved, .selected, .changed, .removed, .failure: true
        }
    }

    @Test func `requested finds the contact`() async {
        let bloc = ContactBloc(
            service: StubContactService(find: { $0 == "1c41a" ? .complete : .unknown }),
            changes: StubContactChangeService(),
            manager: BlocManager()
        )
        bloc.add(.requested(matching: "1c41a"))
        #expect(await bloc.reached(Self.isSettled) == .found(.complete))
        await bloc.close()
    }

    @Test func `requested tells that nobody fits`() async {
        let bloc = ContactBloc(
            service: StubContactService(),
            changes: StubContactChangeService(),
            manager: BlocManager()
        )
        bloc.add(.requested(matching: "zz"))
        #expect(
            await bloc.reached(Self.isSettled) == .failure(RepositoryError(.notFound, "No contact has 'zz'."))
        )
        await bloc.close()
    }

    @Test func `edited saves, and the list hears of it`() async throws {
        let manager = BlocManager()
        let list = manager.bloc(for: ContactListBloc.key) {
            ContactListBloc(service: RecordingListService { _, _ in ContactPage(contacts: [.complete]) })
        }
        list.add(.started(ContactListRequest(policy: .cacheOnly)))
        _ = await list.reached { $0.phase != .loading }
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

        bloc.add(.edited(matching: "1c41a", ContactEdit(email: "new@example.com")))

        guard case .saved(let saved) = await bloc.reached(Self.isSettled) else {
            Issue.record("not saved")
            return
        }
        #expect(saved.email == "new@example.com")
        let heard = await list.reached { state in
            if case .data(let page) = state.phase { page.contacts == [saved] } else { false }
        }
        #expect(heard != nil)
        await manager.closeAll()
    }

    @Test func `an edit that is refused is told and broadcasts nothing`() async {
        let manager = BlocManager()
        let list = manager.bloc(for: ContactListBloc.key) {
            ContactListBloc(service: RecordingListService { _, _ in ContactPage(contacts: [.complete]) })
        }
        list.add(.started(ContactListRequest(policy: .cacheOnly)))
        let before = await list.reached { $0.phase != .loading }
        let refusal = RepositoryError(.invalidInput, "The e-mail address 'x' has no @.")
        let bloc = ContactBloc(
            service: StubContactService(change: { _, _ in throw refusal }),
            changes: StubContactChangeService(),
            manager: manager
        )

        let receipt = bloc.add(.edited(matching: "1c41a", ContactEdit(email: "x")))
        _ = await receipt.outcome

        #expect(bloc.state == .failure(refusal))
        #expect(list.state == before)
        await bloc.close()
        await manager.closeAll()
    }

    /// A contact bloc beside a list that has been read once.
    private func besideList(
        _ changes: StubContactChangeService,
        find: @escaping @Sendable (String) async throws -> Contact = { _ in .complete }
    ) async -> (bloc: ContactBloc, reads: RecordingListService, manager: BlocManager) {
        let manager = BlocManager()
        let reads = RecordingListService { _, _ in ContactPage(contacts: [.complete]) }
        let list = manager.bloc(for: ContactListBloc.key) { ContactListBloc(service: reads) }
        list.add(.started(ContactListRequest(policy: .cacheOnly)))
        _ = await list.reached { $0.phase != .loading }
        let bloc = manager.bloc(for: ContactBloc.key) {
            ContactBloc(service: StubContactService(find: find), changes: changes, manager: manager)
        }
        return (bloc, reads, manager)
    }

    @Test func `added saves the contact, and lists read again`() async {
        let (bloc, reads, manager) = await besideList(StubContactChangeService(adding: { $0 }))
        _ = await bloc.add(.added(.complete)).outcome
        #expect(bloc.state == .saved(.complete))
        _ = await manager.find(ContactListBloc.key)?.reached { $0.phase != .loading }
        #expect(reads.calls.count == 2)
        await manager.closeAll()
    }

    @Test func `selected finds each contact once, in the order of the selection`() async {
        let (bloc, _, manager) = await besideList(StubContactChangeService()) { $0 == "u" ? .unknown : .complete }
        _ = await bloc.add(.selected(matching: ["u", "c", "u"])).outcome
        #expect(bloc.state == .selected([.unknown, .complete]))
        await manager.closeAll()
    }

    @Test func `selected fails as a whole when one selection does`() async {
        let ambiguous = RepositoryError(.ambiguous, "Two contacts begin with 'c'.")
        let (bloc, _, manager) = await besideList(StubContactChangeService()) { prefix in
            guard prefix == "u" else { throw ambiguous }
            return .unknown
        }
        _ = await bloc.add(.selected(matching: ["u", "c"])).outcome
        #expect(bloc.state == .failure(ambiguous))
        await manager.closeAll()
    }

    @Test func `removed removes all, and lists read again`() async {
        let (bloc, reads, manager) = await besideList(
            StubContactChangeService(removing: { $0.map { Contact(id: $0) } })
        )
        let ids = [Contact.complete.id, Contact.unknown.id]
        _ = await bloc.add(.removed(ids)).outcome
        #expect(bloc.state == .removed(ids.map { Contact(id: $0) }))
        _ = await manager.find(ContactListBloc.key)?.reached { $0.phase != .loading }
        #expect(reads.calls.count == 2)
        await manager.closeAll()
    }
}
