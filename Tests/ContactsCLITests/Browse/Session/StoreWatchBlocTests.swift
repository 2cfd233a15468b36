import Bloc
import Repository
import Services
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) struct StoreWatchBlocTests {
    private struct QuietStore: StoreWatchService {
        func storeChanges() -> AsyncStream<Void> { AsyncStream { _ in } }
    }

    /// A list whose refresh ends as a test wants.
    private struct RefreshedList: ContactListService {
        let result: Result<[RepositoryNotice], RepositoryError>

        func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> Repository.ContactPage {
            Repository.ContactPage(contacts: [], notices: try result.get())
        }

        func count(_ filter: ContactFilter) async throws -> Int { 0 }
    }

    @Test func `a refresh is shown while it runs, and its notices and its failure are effects`() async {
        let failure = RepositoryError(.network, "The server cannot be reached.")
        let notice = RepositoryNotice.stale(age: .seconds(7200), cause: failure)
        for (result, effect) in [
            (.failure(failure), PageNotice(failure.message, .danger)),
            (.success([notice]), PageNotice(NoticeReport.text(of: notice), .warning)),
        ] as [(Result<[RepositoryNotice], RepositoryError>, PageNotice)] {
            let watch = StoreWatchBloc(
                service: QuietStore(),
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
