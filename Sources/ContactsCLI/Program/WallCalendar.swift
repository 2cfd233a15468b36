import Primitives
import Repository

struct WallCalendar: Sendable {
    var now: @Sendable () -> Date = { Date() }
    /// The offset of local time from UTC, in seconds.
    var offset: @Sendable (Date) -> Int = { LocalTime.secondsFromUTC(at: $0) }

    /// The local time represented as if it were UTC, like stored birthdays.
    var localNow: Date {
        let now = now()
        return now.addingTimeInterval(Double(offset(now)))
    }

    /// Today's date as `YYYY-MM-DD`.
    var today: String {
        UTCDate(milliseconds: Int64((localNow.timeIntervalSince1970 * 1_000).rounded(.down)))?.day ?? "1970-01-01"
    }
}
