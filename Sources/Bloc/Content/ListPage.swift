/// A page of a list.
public struct ListPage<Item: Sendable>: Sendable {
    /// The items, in order.
    public let items: [Item]
    /// Where the next page begins; `nil` when this is the last.
    public let next: ListCursor?

    /// Creates a page.
    public init(items: [Item], next: ListCursor? = nil) {
        self.items = items
        self.next = next
    }
}

extension ListPage: Equatable where Item: Equatable {}
