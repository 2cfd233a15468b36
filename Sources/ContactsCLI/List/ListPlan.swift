import ArgumentParser
import Repository

/// What a list is to show: it begins, or goes on where another stopped.
struct ListPlan: Equatable, Sendable {
    /// The order.
    let order: ListOrder
    /// Who is wanted.
    let choice: FilterChoice
    /// How many contacts are wanted; `nil` is everybody.
    let limit: Int?
    /// Where the list begins; `nil` is the beginning of the order.
    let start: PageCursor?
    /// Whether nobody is left.
    let isAtEnd: Bool
    /// Whether the list goes on where another stopped.
    let isContinuation: Bool

    /// Plans a list from its beginning.
    init(order: ListOrder?, choice: FilterChoice, limit: Int?) {
        self.order = order ?? .last
        self.choice = choice
        self.limit = limit
        start = nil
        isAtEnd = false
        isContinuation = false
    }

    /// Plans to go on where a list stopped.
    ///
    /// - Parameters:
    ///   - position: Where it stopped.
    ///   - order: The order that is asked for; `nil` is that of the list.
    ///   - choice: Who is asked for; `nil` is who was wanted in the list.
    ///   - limit: How many more contacts are wanted; `nil` is as many as before.
    /// - Throws: ``Failure`` for usage when something else is asked for than was listed.
    init(after position: ListPosition, order: ListOrder?, choice: FilterChoice?, limit: Int?) throws {
        guard order.map({ $0 == position.order }) ?? true, choice.map(position.choice.asksSame) ?? true else {
            throw Failure(
                .usage,
                "The last list had another order or other filters, so that --next cannot go on with these. Give --next "
                    + "without them, or begin the list again without --next."
            )
        }
        self.order = position.order
        self.choice = position.choice
        self.limit = limit ?? position.limit
        start = position.next.map(PageCursor.init(rawValue:))
        isAtEnd = position.next == nil
        isContinuation = true
    }

    /// What the list bloc is asked for.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when the terms cannot be read.
    func request(policy: CachePolicy) throws -> ContactListRequest {
        // Going on means to go on in what was listed, which a fetched page could have changed.
        ContactListRequest(
            sort: order.sort,
            filter: try choice.filter(),
            after: start,
            limit: limit,
            policy: isContinuation ? .cacheOnly : policy
        )
    }

    /// Where the list stopped when it got that far.
    func position(next: PageCursor?) -> ListPosition {
        ListPosition(order: order, choice: choice, limit: limit, next: next?.rawValue)
    }
}

/// The orders that can be asked for on the command line.
enum ListOrder: String, CaseIterable, Codable, ExpressibleByArgument {
    case last
    case first
    case birthday

    /// The order as the data layer names it.
    var sort: ContactSort {
        switch self {
        case .last: .last
        case .first: .first
        case .birthday: .birthday
        }
    }
}
