import Bloc
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct StoreWatchBlocTests {
    /// A store that says what a test wants.
    private struct ScriptedStore: StoreWatchService {
        var responses: [ContactResponse] = []
        var changes = 0

        func observe(_ query: ContactQuery, policy: CachePolicy) -> AsyncStream<ContactResponse> {
            AsyncStream { continuation in
                for response in responses { continuation.yield(response) }
            }
        }

        func storeChanges() -> AsyncStream<Void> {
            AsyncStream { continuation in
                for _ in 0..<changes { continuation.yield() }
            }
        }
    }

    @Test func `changes of the store are told to all blocs`() async {
        let manager = BlocManager()
        let listener = manager.bloc(for: StoreChangeBloc.key) { StoreChangeBloc() }
        let watch = StoreWatchBloc(service: ScriptedStore(changes: 3), manager: manager)
        watch.add(.began)
        #expect(await listener.reached { $0 == 3 } == 3)
        await watch.close()
        await manager.closeAll()
    }

    @Test func `a refresh is shown while it runs, and its end and its failures are told`() async {
        let failure = RepositoryError(.network, "The server cannot be reached.")
        let watch = StoreWatchBloc(
            service: ScriptedStore(responses: [.page(ContactPage(contacts: []), .store), .loading, .failure(failure)]),
            manager: BlocManager()
        )
        var effects = watch.effects.makeAsyncIterator()
        watch.add(.refreshed(.networkOnly))
        #expect(await effects.next() == PageNotice("The server cannot be reached.", .failure))
        #expect(await watch.reached { !$0.isRefreshing } != nil)
        await watch.close()
    }
}
