import Bloc

/// A service with 45 made-up posts.
struct InventedPosts: PostService {
    func posts(from start: Int, limit: Int) async throws -> [Post] {
        (start..<max(start, min(start + limit, 45))).map { Post(id: $0, title: "Post \($0)", body: "…") }
    }
}

/// Loads the next page for each line of input.
@main
struct InfiniteListProgram {
    static func main() async {
        let list = PostBloc(service: InventedPosts())
        repeat {
            _ = await list.add(.scrolled).outcome
            print("\(list.state.posts.count) posts", list.state.hasReachedEnd ? "and no more" : "and more with Return")
        } while readLine() != nil
        await list.close()
    }
}
