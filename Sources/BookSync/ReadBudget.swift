import Synchronization

/// A limit on the bytes of cards in memory; cards beyond it are requested again.
final class ReadBudget: Sendable {
    private static let limit = 4 << 20
    private let used = Mutex(0)

    /// Whether another card fits, however large it is.
    var isOpen: Bool { used.withLock { $0 < Self.limit } }

    /// Counts a card; returns `false` if it doesn't fit.
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
