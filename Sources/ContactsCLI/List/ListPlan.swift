import ArgumentParser
import Repository

/// A plan for a list: a new one, or one that continues where another stopped.
struct ListPlan: Equatable, Sendable {
    /// The list, and where it begins.
    private let start: ListPosition
    let isContinuation: Bool

    var isAtEnd: Bool { isContinuation && start.next == nil }

    init(order: ListOrder?, choice: FilterChoice, limit: Int?) {
        start = ListPosition(order: order ?? .last, choice: choice, limit: limit)
        isContinuation = false
    }

    /// Plans to continue where a list stopped; what is `nil` stays as it was for that list.
    init(after position: ListPosition, order: ListOrder?, choice: FilterChoice?, limit: Int?) throws {
        guard order.map({ $0 == position.order }) ?? true, choice.map(position.choice.asksSame) ?? true else {
            throw Failure(
                .usage,
                "The last list had another order or other filters, so that --next cannot continue it. Give --next without "
                    + "them, or begin a new list without --next."
            )
        }
        var start = position
        start.limit = limit ?? position.limit
        self.start = start
        isContinuation = true
    }

    /// The request to the list bloc.
    func request(policy: CachePolicy) throws -> ContactListRequest {
        // Going on means to go on in what was listed, which a fetched page could have changed.
        ContactListRequest(
            sort: start.order.sort,
            isReversed: start.order.isReversed,
            filter: try start.choice.filter(),
            after: start.next.map(PageCursor.init(rawValue:)),
            limit: start.limit,
            policy: isContinuation ? .cacheOnly : policy
        )
    }

    func position(next: PageCursor?) -> ListPosition {
        ListPosition(order: start.order, choice: start.choice, limit: start.limit, next: next?.rawValue)
    }
}

enum ListOrder: String, CaseIterable, Codable, ExpressibleByArgument {
    case last
    case first
    case birthday
    case lastReversed = "-last"
    case firstReversed = "-first"
    case birthdayReversed = "-birthday"

    /// The order as the data layer names it, without its direction.
    var sort: ContactSort {
        switch self {
        case .last, .lastReversed: .last
        case .first, .firstReversed: .first
        case .birthday, .birthdayReversed: .birthday
        }
    }

    var isReversed: Bool { rawValue.hasPrefix("-") }
}
