/// The time zone of this machine, or of the variable `TZ`.
package enum LocalTime {
    /// The difference of local time from UTC, in seconds.
    package static func secondsFromUTC(at date: Date) -> Int {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        var fields = tm()
        return localtime_r(&seconds, &fields) == nil ? 0 : Int(fields.tm_gmtoff)
    }
}
