import Bloc

/// A clock that stands still until a test moves it, and that tells who sleeps.
///
/// Give it to the blocs of a test with `BlocContext`, wait until the code under test really sleeps, then step:
///
/// ```swift
/// let clock = ManualClock()
/// let bloc = BlocContext.with { $0.clock = BlocClock(clock) } _: { SearchBloc() }
/// bloc.add(.typed("a"))
/// try await clock.sleepers(count: 1)
/// clock.advance(by: .milliseconds(300))
/// ```
///
/// Every method may be called from any thread. Sleepers are woken in the order of their deadlines, those of one deadline in
/// the order in which they fell asleep; where each then runs is up to its executor.
public final class ManualClock: Clock, Sendable {
    /// A point in the time of a manual clock: the time since the clock was made.
    public struct Instant: InstantProtocol, CustomStringConvertible {
        /// The time since the clock was made.
        public let offset: Duration

        /// Names the point that lies this long after the clock was made.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The point at which every manual clock begins.
        public static let start = Instant(offset: .zero)

        /// The point that lies this much later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// The time from this point to another.
        public func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        /// Whether the left point is earlier.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }

        /// The time since the clock was made, such as `1.5 seconds`.
        public var description: String { "\(offset)" }
    }

    private struct Guarded {
        var sleep = SleepStateMachine<CheckedContinuation<Void, any Error>>()
        var lastNumber = 0
    }

    private let guarded = Lock(Guarded())
    /// Who sleeps, for those who wait for sleepers.
    private let deadlinesSeen = Awaitable<[Instant]>([])

    /// Creates a clock that shows ``Instant/start``.
    public init() {}

    /// The time that the clock shows.
    public var now: Instant { guarded.withLock { $0.sleep.now } }

    /// The smallest step: the clock can be moved by any duration.
    public var minimumResolution: Duration { .nanoseconds(1) }

    // MARK: Sleeping

    /// Sleeps until a test moves the clock to the deadline or beyond; returns at once when the deadline has passed.
    ///
    /// - Parameters:
    ///   - deadline: When to wake.
    ///   - tolerance: Is ignored: the clock is exact.
    /// - Throws: `CancellationError` when the task is cancelled, which also ends the sleep.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = guarded.withLock { guarded in
            guarded.lastNumber += 1
            return guarded.lastNumber
        }
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            try await withCheckedThrowingContinuation { continuation in
                let isOver = guarded.withLock { $0.sleep.fellAsleep(number, until: deadline, continuation) }
                if isOver {
                    continuation.resume()
                    return
                }
                announceSleepers()
                // A cancellation that came before the sleeper was there found nobody to wake: look again.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        guard let sleeper = guarded.withLock({ $0.sleep.cancelled(number) }) else { return }
        announceSleepers()
        sleeper.resume(throwing: CancellationError())
    }

    // MARK: Knowing who sleeps

    /// When those wake that sleep now, earliest first.
    public var deadlines: [Instant] { guarded.withLock { $0.sleep.deadlines } }

    /// Waits until at least this many sleep.
    ///
    /// - Parameter count: How many; 1 or more.
    /// - Returns: When they wake, earliest first.
    /// - Throws: `CancellationError` when the task is cancelled first.
    @discardableResult
    public func sleepers(count: Int) async throws -> [Instant] {
        try await deadlinesSeen.first { $0.count >= count ? $0 : nil }
    }

    /// Waits until somebody sleeps until exactly this point.
    ///
    /// - Parameter deadline: When the sleeper is to wake.
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleeper(until deadline: Instant) async throws {
        _ = try await deadlinesSeen.first { $0.contains(deadline) ? true : nil }
    }

    /// Tells those who wait for sleepers.
    ///
    /// The deadlines are read while the watchers' lock is held: of two tellings, the later tells the newer.
    private func announceSleepers() {
        deadlinesSeen.change { seen in seen = deadlines }
    }

    // MARK: Moving

    /// Moves the clock on and wakes everybody whose deadline is reached.
    ///
    /// - Parameter duration: How far, zero or more; less stops the program with a message.
    public func advance(by duration: Duration) {
        wake { $0.advanced(to: $0.now.advanced(by: duration)) }
    }

    /// Moves the clock to a point and wakes everybody whose deadline is reached.
    ///
    /// - Parameter instant: Where to; a point in the past stops the program with a message.
    public func advance(to instant: Instant) {
        wake { $0.advanced(to: instant) }
    }

    /// Waits until somebody sleeps, then moves the clock to the earliest deadline.
    ///
    /// - Returns: The time that the clock shows then.
    /// - Throws: `CancellationError` when the task is cancelled first.
    @discardableResult
    public func advanceToNextSleeper() async throws -> Instant {
        while true {
            try await sleepers(count: 1)
            // Somebody else may have woken the sleeper meanwhile.
            if let instant = skipToNextSleeper() { return instant }
        }
    }

    /// Moves the clock to the earliest deadline, if anybody sleeps.
    func skipToNextSleeper() -> Instant? {
        let (instant, woken) = guarded.withLock { guarded in
            let earliest = guarded.sleep.deadlines.first
            return (earliest, earliest.map { guarded.sleep.advanced(to: $0) } ?? .woken([]))
        }
        finish(woken)
        return instant
    }

    private func wake(_ move: (inout SleepStateMachine<CheckedContinuation<Void, any Error>>) -> MoveAction) {
        finish(guarded.withLock { move(&$0.sleep) })
    }

    private typealias MoveAction = SleepStateMachine<CheckedContinuation<Void, any Error>>.MoveAction

    private func finish(_ action: MoveAction) {
        switch action {
        case .woken(let sleepers):
            guard !sleepers.isEmpty else { return }
            announceSleepers()
            for sleeper in sleepers { sleeper.resume() }
        case .refused(let now, let target):
            Misuse.stop(
                "A manual clock shows \(now) and was to be moved back to \(target). Time does not go back.",
                wrong: "clock.advance(by: .seconds(-1))",
                right: "let clock = ManualClock()  // A new clock begins at zero.\nclock.advance(by: .seconds(1))"
            )
        }
    }
}
