import Foundation
import Synchronization

/// A time of day that a test advances.
final class MovableDate: Sendable {
    private let now = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var date: Date { now.withLock { $0 } }

    func advance(_ seconds: Double) {
        now.withLock { $0 += seconds }
    }
}
