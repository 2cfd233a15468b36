import Primitives

/// A point in time on the clock of a store, which all hosts of the store share.
///
/// Unlike an instant of a process, it can be kept in a state, so that a timer survives a restart:
///
/// ```swift
/// state.retryAt = emit.time + .seconds(30)
/// ```
public struct StoreTime: Codable, Hashable, Comparable, Sendable {
    /// The microseconds since 1970.
    public let microseconds: Int64

    /// Creates a point in time from microseconds since 1970.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The time on the wall clock of this machine.
    package static var onWall: StoreTime {
        StoreTime(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }

    /// Decodes the microseconds.
    public init(from decoder: any Decoder) throws {
        microseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the microseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }

    /// Whether one time is before another.
    public static func < (left: StoreTime, right: StoreTime) -> Bool { left.microseconds < right.microseconds }

    /// The time after a duration.
    public static func + (time: StoreTime, duration: Duration) -> StoreTime {
        let (seconds, attoseconds) = duration.components
        return StoreTime(microseconds: time.microseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// The time before a duration.
    public static func - (time: StoreTime, duration: Duration) -> StoreTime { time + (.zero - duration) }

    /// The duration from another time to this one.
    public static func - (time: StoreTime, earlier: StoreTime) -> Duration {
        .microseconds(time.microseconds - earlier.microseconds)
    }
}
