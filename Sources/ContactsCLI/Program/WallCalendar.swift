import Primitives
import Repository

struct WallCalendar: Sendable {
    var now: @Sendable () -> Date = { Date() }
    /// The difference of local time from UTC, in seconds.
    var offset: @Sendable (Date) -> Int = { LocalTime.secondsFromUTC(at: $0) }

    /// The local time as if it were UTC, in which birthdays are stored.
    var localNow: Date {
        let now = now()
        return now.addingTimeInterval(Double(offset(now)))
    }

    /// The day as `YYYY-MM-DD`.
    var today: String {
        UTCDate(milliseconds: Int64((localNow.timeIntervalSince1970 * 1_000).rounded(.down)))?.day ?? "1970-01-01"
    }
}
