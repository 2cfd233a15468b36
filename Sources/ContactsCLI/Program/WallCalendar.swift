import Foundation
import Repository

/// The calendar on the wall: which day it is here, whatever day it is in UTC.
struct WallCalendar: Sendable {
    private let now: @Sendable () -> Date
    private let offset: @Sendable (Date) -> Int

    /// Creates a calendar; `offset` is what the local clock is ahead of UTC, in seconds.
    init(
        now: @escaping @Sendable () -> Date = { Date() },
        offset: @escaping @Sendable (Date) -> Int = { TimeZone.current.secondsFromGMT(for: $0) }
    ) {
        self.now = now
        self.offset = offset
    }

    /// Now as a clock on the wall shows it, taken for UTC, in which birthdays are kept.
    var localNow: Date {
        let now = now()
        return now.addingTimeInterval(Double(offset(now)))
    }

    /// The day as `YYYY-MM-DD`.
    var today: String {
        UTCDate(milliseconds: Int64((localNow.timeIntervalSince1970 * 1_000).rounded(.down)))?.day ?? "1970-01-01"
    }
}
