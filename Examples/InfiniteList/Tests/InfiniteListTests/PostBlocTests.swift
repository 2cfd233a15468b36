import Bloc
import BlocTesting
import Testing

@testable import InfiniteList

@Suite struct PostBlocTests {
    private struct Offline: Error {}
    private struct FailingPosts: PostService {
        func posts(from start: Int, limit: Int) async throws -> [Post] { throw Offline() }
    }

    private let clock = ManualClock()

    private func list(_ service: any PostService = InventedPosts()) -> PostBloc {
        BlocContext.with { context in
            context.clock = BlocClock(clock)
        } _: {
            PostBloc(service: service)
        }
    }

    private func scroll(_ list: PostBloc) async -> Outcome {
        let outcome = await list.add(.scrolled).outcome
        clock.advance(by: .milliseconds(100))
        return outcome
    }

    @Test("pages follow each other to the end") func pages() async {
        let list = list()
        var counts: [Int] = []
        for _ in 1...4 {
            _ = await scroll(list)
            counts.append(list.state.posts.count)
        }
        #expect(counts == [20, 40, 45, 45])
        #expect(list.state.hasReachedEnd)
        #expect(Set(list.state.posts.map(\.id)).count == 45)
        await list.close()
    }

    @Test("scrolling on within a tenth of a second loads nothing more") func throttled() async {
        let list = list()
        let first = list.add(.scrolled)
        let second = list.add(.scrolled)
        guard case .dropped(.throttled) = await second.outcome else {
            Issue.record("the second event was not throttled")
            return
        }
        _ = await first.outcome
        #expect(list.state.posts.count == 20)
        await list.close()
    }

    @Test("a failure keeps the posts and tells the observer") func failure() async throws {
        var shown = PostBloc.State()
        shown.posts = [Post(id: 0, title: "Post 0", body: "…")]
        var failed = shown
        failed.status = .failure
        try await testBloc(
            build: { PostBloc(service: FailingPosts()) },
            seed: shown,
            act: { $0.add(.scrolled) },
            states: [failed],
            errors: [.type(Offline.self)]
        )
    }
}
