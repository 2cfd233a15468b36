import Primitives
import Repository

/// The calendar of the local time zone.
struct WallCalendar: Sendable {
    private let now: @Sendable () -> Date
    private let offset: @Sendable (Date) -> Int

    /// Creates a calendar; `offset` is the difference of local time from UTC, in seconds.
    init(
        now: @escaping @Sendable () -> Date = { Date() },
        offset: @escaping @Sendable (Date) -> Int = { LocalTime.secondsFromUTC(at: $0) }
    ) {
        self.now = now
        self.offset = offset
    }

    var currentTime: Date { now() }

    /// The local time as if it were UTC, in which birthdays are stored.
    var localNow: Date {
        let now = now()
        return now.addingTimeInterval(Double(offset(now)))
    }

    func secondsFromUTC(at date: Date) -> Int { offset(date) }

    /// The day as `YYYY-MM-DD`.
    var today: String {
        UTCDate(milliseconds: Int64((localNow.timeIntervalSince1970 * 1_000).rounded(.down)))?.day ?? "1970-01-01"
    }
}
