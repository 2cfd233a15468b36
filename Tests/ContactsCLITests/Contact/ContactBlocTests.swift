import Bloc
import BlocKit
import Repository
import RepositoryDoubles
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) struct ContactBlocTests {
    private static let edit = ContactEdit(email: "new@example.com")

    private static func edited(_ contact: Contact) -> ContactUpdate {
        ContactUpdate(old: contact, new: edit.applied(to: contact))
    }

    @Test func `edited saves, and the list hears of it`() async throws {
        let (bloc, reads, manager) = try await besideList(
            StubContactChangeService(changing: { _, _ in [Self.edited(.complete)] })
        )
        let updates = try await bloc.edit([.complete], with: Self.edit, title: "edit", isTrial: false)
        #expect(updates.map(\.new.email) == ["new@example.com"])
        #expect(bloc.state == .hasData(.changed(updates)))
        let list = manager.bloc(for: ContactListBloc.key) { ContactListBloc(service: reads) }
        #expect(list.state.items == updates.map(\.new))
        await manager.closeAll()
    }

    @Test(arguments: [true, false])
    func `an edit that changes nothing and one on trial broadcast nothing`(isTrial: Bool) async throws {
        let update = isTrial ? Self.edited(.complete) : ContactUpdate(old: .complete, new: .complete)
        let (bloc, reads, manager) = try await besideList(StubContactChangeService(changing: { _, _ in [update] }))
        let updates = try await bloc.edit([.complete], with: Self.edit, title: "edit", isTrial: isTrial)
        #expect(updates == [update])
        await manager.closeAll(.drain)
        #expect(reads.calls.count == 1)
    }

    @Test func `an edit that is refused is told and broadcasts nothing`() async throws {
        let refusal = RepositoryError(.invalidInput, "The e-mail address 'x' has no @.")
        let (bloc, reads, manager) = try await besideList(StubContactChangeService(changing: { _, _ in throw refusal }))
        await #expect(throws: refusal) {
            try await bloc.edit([.complete], with: Self.edit, title: "edit", isTrial: false)
        }
        #expect(bloc.state == .error(refusal))
        await manager.closeAll(.drain)
        #expect(reads.calls.count == 1)
    }

    /// A contact bloc beside a list that has been read once.
    private func besideList(
        _ changes: StubContactChangeService
    ) async throws -> (bloc: ContactBloc, reads: RecordingListService, manager: BlocManager) {
        let manager = BlocManager()
        let reads = RecordingListService { _, _ in ContactPage(contacts: [.complete]) }
        let list = manager.bloc(for: ContactListBloc.key) { ContactListBloc(service: reads) }
        _ = try await list.answer(to: .started(ContactListRequest(policy: .cacheOnly)))
        let bloc = manager.bloc(for: ContactBloc.key) {
            ContactBloc(service: StubContactService { _ in .complete }, changes: changes, manager: manager)
        }
        return (bloc, reads, manager)
    }

    private static let removed = [Contact.complete.id, Contact.unknown.id]

    @Test(arguments: [
        (ContactEvent.added(.complete), ContactContent.saved(.complete)),
        (.removed(removed), .removed(removed.map { Contact(id: $0) })),
    ])
    func `contacts come and go, and lists read again`(event: ContactEvent, content: ContactContent) async throws {
        let (bloc, reads, manager) = try await besideList(
            StubContactChangeService(adding: { $0 }, removing: { $0.map { Contact(id: $0) } })
        )
        _ = await bloc.add(event).outcome
        #expect(bloc.state == .hasData(content))
        // Finishes what the broadcast led to.
        await manager.closeAll(.drain)
        #expect(reads.calls.count == 2)
    }
}
