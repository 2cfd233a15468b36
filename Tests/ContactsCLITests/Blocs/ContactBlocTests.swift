import Bloc
import Repository
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct ContactBlocTests {
    private static func isSettled(_ state: ContactState) -> Bool {
        switch state {
        case .initial, .loading: false
        case .found, .saved, .failure: true
        }
    }

    @Test func `requested finds the contact`() async {
        let bloc = ContactBloc(
            service: StubContactService(find: { $0 == "1c41a" ? .complete : .unknown }),
            manager: BlocManager()
        )
        bloc.add(.requested(matching: "1c41a"))
        #expect(await bloc.reached(Self.isSettled) == .found(.complete))
        await bloc.close()
    }

    @Test func `requested tells that nobody fits`() async {
        let bloc = ContactBloc(service: StubContactService(), manager: BlocManager())
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
        let bloc = ContactBloc(service: StubContactService(change: { _, _ in throw refusal }), manager: manager)

        let receipt = bloc.add(.edited(matching: "1c41a", ContactEdit(email: "x")))
        _ = await receipt.outcome

        #expect(bloc.state == .failure(refusal))
        #expect(list.state == before)
        await bloc.close()
        await manager.closeAll()
    }
}
