import Synchronization

/// How many bytes of cards are kept in memory together; what comes after them is asked for again.
final class ReadBudget: Sendable {
    private static let limit = 4 << 20
    private let used = Mutex(0)

    /// Whether another card is taken, however large it is.
    var isOpen: Bool { used.withLock { $0 < Self.limit } }

    /// Takes a card; `false` when there is no more room.
    func take(_ count: Int) -> Bool {
        used.withLock { used in
            guard used < Self.limit else { return false }
            used += count
            return true
        }
    }

    func take(_ read: CardRead) {
        if case .card(let bytes, _) = read.content { _ = take(bytes.count) }
    }
}
