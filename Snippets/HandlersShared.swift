// Code that several handlers share is a static function, which gets the emitter.

import Bloc

// snippet.show
final class FeedBloc: Bloc {
    enum Event { case opened, refreshed }
    struct State: Equatable, Sendable {
        var posts: [String] = []
        var isStale = false
    }
    typealias Load = @Sendable () async throws -> [String]
    let runtime: BlocRuntime<FeedBloc>

    init(load: @escaping Load) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on(lane: "loading", policy: .droppable, where: { $0 == .opened }) { _, emit in
                if emit.state.posts.isEmpty { try await FeedBloc.show(load, emit) }
            }
            bloc.on(lane: "loading", policy: .restartable, where: { $0 == .refreshed }) { _, emit in
                emit.update { $0.isStale = true }
                try await FeedBloc.show(load, emit)
            }
        }
    }

    private static func show(_ load: Load, _ emit: Emitter<FeedBloc>) async throws {
        let posts = try await load()
        emit(State(posts: posts))
    }
}
// snippet.hide

let feed = FeedBloc { ["first"] }
_ = await feed.add(.opened).outcome
print(feed.state.posts)
await feed.close()
