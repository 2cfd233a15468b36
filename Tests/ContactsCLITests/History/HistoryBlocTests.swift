import Bloc
import Foundation
import Repository
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct HistoryBlocTests {
    private static let step = HistoryStep(
        id: 7,
        title: "edit",
        date: Date(timeIntervalSince1970: 0),
        isUndone: false,
        contactCount: 1,
        contacts: [Contact.complete.id]
    )

    private static func isSettled(_ state: HistoryState) -> Bool {
        switch state {
        case .initial, .loading: false
        case .listed, .undone, .redone, .failure: true
        }
    }

    private func settled(
        _ event: HistoryEvent,
        over service: StubHistoryService
    ) async -> (state: HistoryState?, listReads: Int) {
        let manager = BlocManager()
        let reads = RecordingListService { _, _ in ContactPage(contacts: [.complete]) }
        let list = manager.bloc(for: ContactListBloc.key) { ContactListBloc(service: reads) }
        list.add(.started(ContactListRequest(policy: .cacheOnly)))
        _ = await list.reached { $0.phase != .loading }
        let bloc = manager.bloc(for: HistoryBloc.key) { HistoryBloc(service: service, manager: manager) }
        let receipt = bloc.add(event)
        let state = await bloc.reached(Self.isSettled)
        _ = await receipt.outcome
        _ = await list.reached { $0.phase != .loading }
        await manager.closeAll()
        return (state, reads.calls.count)
    }

    @Test func `requested lists the last steps and changes nothing`() async {
        let service = StubHistoryService(steps: [Self.step])
        let (state, reads) = await settled(.requested(limit: 5), over: service)
        #expect(state == .listed([Self.step]))
        #expect(reads == 1)
        #expect(service.calls == ["history 5"])
    }

    @Test func `undo and redo walk the steps, and lists read again`() async {
        let service = StubHistoryService(steps: [Self.step])
        let undone = await settled(.undoRequested(steps: 2), over: service)
        #expect(undone.state == .undone([Self.step]))
        #expect(undone.listReads == 2)
        let redone = await settled(.redoRequested(steps: 3), over: service)
        #expect(redone.state == .redone([Self.step]))
        #expect(redone.listReads == 2)
        #expect(service.calls == ["undo 2", "redo 3"])
    }

    @Test(arguments: [HistoryEvent.undoRequested(steps: 1), .redoRequested(steps: 1)])
    func `nothing to walk leaves lists alone`(event: HistoryEvent) async {
        let (state, reads) = await settled(event, over: StubHistoryService())
        #expect(state == .undone([]) || state == .redone([]))
        #expect(reads == 1)
    }

    @Test func `what cannot be undone is told`() async {
        let failure = RepositoryError(.databaseBusy, "Another program is writing.")
        let (state, reads) = await settled(.undoRequested(steps: 1), over: StubHistoryService(failure: failure))
        #expect(state == .failure(failure))
        #expect(reads == 1)
    }
}
