import Bloc
import BlocKit
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite struct DuplicateBlocTests {
    @Test func `groups that were found stay in view while all contacts are compared again`() async throws {
        let store = try await PeopleStore(PeopleStore.people(2))
        let manager = BlocManager()
        let bloc = DuplicateBloc(service: RepositoryDuplicateService(repository: store.repository), manager: manager)
        var first: [DuplicateBloc.State] = []
        _ = try await bloc.answer(to: .searched) { first.append($0) }
        #expect(first.contains(.loading(previous: .searching(read: 2, total: 2))))
        var second: [DuplicateBloc.State] = []
        _ = try await bloc.answer(to: .searched) { second.append($0) }
        #expect(second == [.loading(previous: .found([])), .hasData(.found([]))])
        await bloc.close()
        await manager.closeAll()
        await store.close()
    }
}
