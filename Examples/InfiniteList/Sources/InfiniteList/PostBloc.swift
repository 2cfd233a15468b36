import Bloc

struct Post: Equatable, Identifiable, Sendable {
    let id: Int
    let title: String
    let body: String
}

protocol PostService: Sendable {
    /// Returns the posts from an index on; empty after the last one.
    func posts(from start: Int, limit: Int) async throws -> [Post]
}

/// A bloc that loads posts page by page while a reader scrolls.
final class PostBloc: Bloc {
    enum Event { case scrolled }
    enum Status { case initial, success, failure }
    struct State: Equatable, Sendable {
        var status = Status.initial
        var posts: [Post] = []
        var hasReachedEnd = false
    }
    static let pageSize = 20
    let runtime: BlocRuntime<PostBloc>

    init(service: any PostService) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on(policy: .droppable.throttle(for: .milliseconds(100))) { _, emit in
                guard !emit.state.hasReachedEnd else { return }
                do {
                    let page = try await service.posts(from: emit.state.posts.count, limit: PostBloc.pageSize)
                    emit.update { state in
                        state.status = .success
                        state.posts += page
                        state.hasReachedEnd = page.isEmpty
                    }
                } catch {
                    emit.update { $0.status = .failure }
                    throw error
                }
            }
        }
    }
}
