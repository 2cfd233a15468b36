import Bloc

/// A clock that moves only when a test moves it, and whose sleepers can be awaited.
///
/// Pass it to the blocs of a test with `BlocContext`, wait until the tested code sleeps, then move it:
///
/// ```swift
/// let clock = ManualClock()
/// let bloc = BlocContext.with { $0.clock = BlocClock(clock) } _: { SearchBloc() }
/// bloc.add(.typed("a"))
/// try await clock.sleepers(count: 1)
/// clock.advance(by: .milliseconds(300))
/// ```
///
/// Every method may be called from any thread. Sleepers wake up in the order of their deadlines; sleepers with the same
/// deadline wake up in the order in which they went to sleep. Each then runs on its own executor.
public final class ManualClock: Clock, Sendable {
    /// An instant of a manual clock: the time since its creation.
    public struct Instant: InstantProtocol, CustomStringConvertible {
        /// The time since the creation of the clock.
        public let offset: Duration

        /// Creates the instant that is this long after the creation of the clock.
        public init(offset: Duration) { self.offset = offset }

        /// The instant at which every manual clock starts.
        public static let start = Instant(offset: .zero)

        /// Returns the instant that is this much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the time from this instant to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether the left instant is earlier.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

        /// The time since the creation of the clock, such as `1.5 seconds`.
        public var description: String { "\(offset)" }
    }

    private final class Sleeper: Sendable {
        let deadline: Instant
        let isAwake = Awaitable(false)

        init(deadline: Instant) { self.deadline = deadline }
    }

    private struct Guarded: Sendable {
        var now = Instant.start
        /// The sleepers by deadline, earliest first; with the same deadline, in the order in which they went to sleep.
        var sleepers: [Sleeper] = []

        var deadlines: [Instant] { sleepers.map(\.deadline) }
    }

    private let guarded = Awaitable(Guarded())

    /// Waits until the blocs of a `testBloc` have nothing left to do, and returns whether they are idle.
    let isIdle = Lock<(@Sendable () async throws -> Bool)?>(nil)

    /// Creates a clock that is at ``Instant/start``.
    public init() {}

    /// The current instant.
    public var now: Instant { guarded.value.now }

    /// The smallest step: the clock can be moved by any duration.
    public var minimumResolution: Duration { .nanoseconds(1) }

    // MARK: Sleeping

    /// Sleeps until the clock reaches the deadline exactly; returns immediately if the deadline has passed.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, which ends the sleep.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let sleeper = Sleeper(deadline: deadline)
        let isOver = guarded.change { guarded in
            guard deadline > guarded.now else { return true }
            let index = guarded.sleepers.firstIndex { $0.deadline > deadline } ?? guarded.sleepers.endIndex
            guarded.sleepers.insert(sleeper, at: index)
            return false
        }
        if isOver { return }
        try await withTaskCancellationHandler {
            _ = try await sleeper.isAwake.first { $0 ? true : nil }
        } onCancel: {
            guarded.change { $0.sleepers.removeAll { $0 === sleeper } }
        }
    }

    // MARK: Awaiting sleepers

    /// The deadlines of the current sleepers, earliest first.
    public var deadlines: [Instant] { guarded.value.deadlines }

    /// Waits until there are at least this many sleepers.
    ///
    /// - Returns: Their deadlines, earliest first.
    /// - Throws: `CancellationError` if the task is cancelled first.
    @discardableResult
    public func sleepers(count: Int) async throws -> [Instant] {
        try await guarded.first { $0.sleepers.count >= count ? $0.deadlines : nil }
    }

    /// Waits until there is a sleeper with exactly this deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func sleeper(until deadline: Instant) async throws {
        _ = try await guarded.first { $0.deadlines.contains(deadline) ? true : nil }
    }

    // MARK: Moving

    /// Moves the clock by a duration, zero or more, and wakes all due sleepers; a negative duration stops the program.
    public func advance(by duration: Duration) { move { $0.now.advanced(by: duration) } }

    /// Moves the clock to an instant and wakes all due sleepers; an instant in the past stops the program.
    public func advance(to instant: Instant) { move { _ in instant } }

    /// Waits until there is a sleeper, then moves the clock to the earliest deadline.
    ///
    /// - Returns: The new instant of the clock.
    /// - Throws: `CancellationError` if the task is cancelled first; in a `testBloc`, a descriptive error if the bloc
    ///   is idle, so that nothing will ever sleep.
    @discardableResult
    public func advanceToNextSleeper() async throws -> Instant {
        while true {
            if let instant = skipToNextSleeper() { return instant }
            if let isIdle = isIdle.withLock({ $0 }), try await isIdle(), deadlines.isEmpty {
                throw BlocIsIdle(what: "sleep")
            }
            // Another caller may wake the sleeper before this one moves the clock.
            try await sleepers(count: 1)
        }
    }

    /// Moves the clock to the earliest deadline, if there is a sleeper.
    func skipToNextSleeper() -> Instant? { move { $0.deadlines.first } }

    /// Moves the clock to an instant, if any, and wakes the sleepers whose deadline has been reached.
    @discardableResult
    private func move(_ target: (Guarded) -> Instant?) -> Instant? {
        let (now, target, woken) = guarded.change { guarded -> (Instant, Instant?, [Sleeper]) in
            let (now, instant) = (guarded.now, target(guarded))
            guard let instant, instant >= now else { return (now, instant, []) }
            guarded.now = instant
            let woken = Array(guarded.sleepers.prefix { $0.deadline <= instant })
            guarded.sleepers.removeFirst(woken.count)
            return (now, instant, woken)
        }
        if let target, target < now {
            Misuse.stop(
                "A manual clock at \(now) cannot be moved back to \(target).",
                wrong: "clock.advance(by: .seconds(-1))",
                right: "let clock = ManualClock()  // A new clock begins at zero.\nclock.advance(by: .seconds(1))"
            )
        }
        for sleeper in woken { sleeper.isAwake.change { $0 = true } }
        return target
    }
}

/// An error for a test that waits for something that can't happen, because its bloc has nothing left to do.
struct BlocIsIdle: Error, CustomStringConvertible {
    /// The awaited action that will never happen.
    let what: String

    var description: String { "The bloc is idle: no event, handler or work is left that could \(what)." }
}
