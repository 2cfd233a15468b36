/// What a ``LoadListBloc`` shows.
public struct LoadListState<Item: Identifiable & Equatable & Sendable>: Equatable, Sendable {
    /// What happens at the end of the list.
    public enum Tail: Equatable, Sendable {
        /// There may be more.
        case more
        /// The next page is being loaded.
        case loading
        /// The next page could not be loaded; asking for it again tries again.
        case failed(DisplayedError)
        /// Everything is there.
        case end
    }

    /// The items, or why there are none.
    public var content: ContentLoadState<[Item], DisplayedError>
    /// What happens at the end of the list; ``Tail/more`` before anything was loaded.
    public var tail: Tail

    /// Creates a state; by default the one before anything was loaded.
    public init(content: ContentLoadState<[Item], DisplayedError> = .loading(), tail: Tail = .more) {
        self.content = content
        self.tail = tail
    }

    /// The items that can be shown, also while they are being refreshed.
    public var items: [Item] { content.content ?? [] }

    /// Whether the end of the list is reached.
    public var isComplete: Bool { tail == .end }
}
