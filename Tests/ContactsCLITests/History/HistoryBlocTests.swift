import Bloc
import BlocKit
import Foundation
import Repository
import RepositoryDoubles
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

    private func settled(
        _ event: HistoryEvent,
        over service: StubHistoryService
    ) async throws -> (state: HistoryBloc.State, listReads: Int) {
        let manager = BlocManager()
        let reads = RecordingListService { _, _ in ContactPage(contacts: [.complete]) }
        let list = manager.bloc(for: ContactListBloc.key) { ContactListBloc(service: reads) }
        _ = try await list.answer(to: .started(ContactListRequest(policy: .cacheOnly)))
        let bloc = manager.bloc(for: HistoryBloc.key) { HistoryBloc(service: service, manager: manager) }
        let state = try await bloc.answer(to: event)
        // Finishes what the broadcast led to.
        await manager.closeAll(.drain)
        return (state, reads.calls.count)
    }

    @Test func `requested lists the last steps and changes nothing`() async throws {
        let service = StubHistoryService(steps: [Self.step])
        let (state, reads) = try await settled(.requested(limit: 5), over: service)
        #expect(state == .hasData(.listed([Self.step])))
        #expect(reads == 1)
        #expect(service.calls == ["history 5"])
    }

    @Test func `undo and redo walk the steps, and lists read again`() async throws {
        let service = StubHistoryService(steps: [Self.step])
        let undone = try await settled(.undoRequested(steps: 2), over: service)
        #expect(undone.state == .hasData(.undone([Self.step])))
        #expect(undone.listReads == 2)
        let redone = try await settled(.redoRequested(steps: 3), over: service)
        #expect(redone.state == .hasData(.redone([Self.step])))
        #expect(redone.listReads == 2)
        #expect(service.calls == ["undo 2", "redo 3"])
    }

    @Test func `what a step did is asked for and changes nothing`() async throws {
        let service = StubHistoryService(steps: [Self.step])
        let (state, reads) = try await settled(.stepRequested(7, limit: 3), over: service)
        guard case .hasData(.detailed(let detail)) = state else {
            Issue.record("\(state)")
            return
        }
        #expect(detail.step == Self.step)
        #expect(reads == 1)
        #expect(service.calls == ["step 7 3"])
    }

    @Test(arguments: [HistoryEvent.undoRequested(steps: 1), .redoRequested(steps: 1)])
    func `nothing to walk leaves lists alone`(event: HistoryEvent) async throws {
        let (state, reads) = try await settled(event, over: StubHistoryService())
        #expect(state == .hasData(.undone([])) || state == .hasData(.redone([])))
        #expect(reads == 1)
    }

    @Test func `what cannot be undone is told`() async throws {
        let failure = RepositoryError(.databaseBusy, "Another program is writing.")
        let (state, reads) = try await settled(.undoRequested(steps: 1), over: StubHistoryService(failure: failure))
        #expect(state == .error(failure))
        #expect(reads == 1)
    }
}
