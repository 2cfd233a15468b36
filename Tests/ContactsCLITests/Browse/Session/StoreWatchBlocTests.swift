import Bloc
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct StoreWatchBlocTests {
    /// A store that changes some times at once.
    private struct ChangingStore: StoreWatchService {
        var changes = 0

        func storeChanges() -> AsyncStream<Void> {
            AsyncStream { continuation in
                for _ in 0..<changes { continuation.yield() }
            }
        }
    }

    /// A list whose refresh ends as a test wants.
    private struct RefreshedList: ContactListService {
        let result: Result<[RepositoryNotice], RepositoryError>

        func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> Repository.ContactPage {
            Repository.ContactPage(contacts: [], notices: try result.get())
        }

        func count(_ filter: ContactFilter) async throws -> Int { 0 }
    }

    @Test func `changes of the store are told to all blocs`() async {
        let manager = BlocManager()
        let listener = manager.bloc(for: StoreChangeBloc.key) { StoreChangeBloc() }
        let watch = StoreWatchBloc(
            service: ChangingStore(changes: 3),
            list: RefreshedList(result: .success([])),
            manager: manager
        )
        watch.add(.began)
        #expect(await listener.reached { $0 == 3 } == 3)
        await watch.close()
        await manager.closeAll()
    }

    @Test func `a refresh is shown while it runs, and its notices and its failure are effects`() async {
        let failure = RepositoryError(.network, "The server cannot be reached.")
        let notice = RepositoryNotice.stale(age: .seconds(7200), cause: failure)
        for (result, effect) in [
            (.failure(failure), PageNotice(failure.message, .failure)),
            (.success([notice]), PageNotice(NoticeReport.text(of: notice), .warning)),
        ] as [(Result<[RepositoryNotice], RepositoryError>, PageNotice)] {
            let watch = StoreWatchBloc(
                service: ChangingStore(),
                list: RefreshedList(result: result),
                manager: BlocManager()
            )
            var effects = watch.effects.makeAsyncIterator()
            watch.add(.refreshed(.networkOnly))
            #expect(await effects.next() == effect)
            #expect(await watch.reached { !$0 } != nil)
            await watch.close()
        }
    }
}
