import Primitives

/// A point in time on a store's clock, which all hosts of the store share.
///
/// Unlike an instant of a process, it can be part of a state, so that a timer survives a restart:
///
/// ```swift
/// state.retryAt = emit.time + .seconds(30)
/// ```
public struct StoreTime: Codable, Hashable, Comparable, Sendable {
    /// The number of microseconds since 1970.
    public let microseconds: Int64

    /// Creates a point in time from microseconds since 1970.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The current time on this machine's wall clock.
    package static var onWall: StoreTime {
        StoreTime(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }

    /// Decodes the microseconds.
    public init(from decoder: any Decoder) throws { microseconds = try Int64(from: decoder) }

    /// Encodes the microseconds.
    public func encode(to encoder: any Encoder) throws { try microseconds.encode(to: encoder) }

    /// Returns whether one time is before another.
    public static func < (left: StoreTime, right: StoreTime) -> Bool { left.microseconds < right.microseconds }

    /// Returns the time that is a duration later.
    public static func + (time: StoreTime, duration: Duration) -> StoreTime {
        let (seconds, attoseconds) = duration.components
        return StoreTime(microseconds: time.microseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// Returns the time that is a duration earlier.
    public static func - (time: StoreTime, duration: Duration) -> StoreTime { time + (.zero - duration) }

    /// Returns the duration from another time to this one.
    public static func - (time: StoreTime, earlier: StoreTime) -> Duration {
        .microseconds(time.microseconds - earlier.microseconds)
    }
}
