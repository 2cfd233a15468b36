import Foundation

/// Tells whether this process or a child of it has used the processor since the last look.
struct ProcessActivity {
    /// The processor time of this process, without that of the thread which looks.
    private(set) var processorTime = ProcessActivity.ownTime()
    /// The processor time of each child in ticks, at the last look at them.
    private var childTicks: [pid_t: Int] = [:]

    /// The children of this process.
    static var children: [pid_t] { Array(ticksOfChildren().keys) }

    /// Looks again.
    ///
    /// - Returns: Whether any of them has used the processor.
    mutating func look() -> Bool {
        let time = Self.ownTime()
        defer { processorTime = time }
        // A thread that can run gets far more than this, on a loaded machine too.
        if time - processorTime > .milliseconds(1) { return true }
        let ticks = Self.ticksOfChildren()
        defer { childTicks = ticks }
        return ticks != childTicks
    }

    private static func ownTime() -> Duration {
        time(of: CLOCK_PROCESS_CPUTIME_ID) - time(of: CLOCK_THREAD_CPUTIME_ID)
    }

    private static func time(of clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Reads `/proc`; empty where there is none.
    private static func ticksOfChildren() -> [pid_t: Int] {
        let own = getpid()
        var ticks: [pid_t: Int] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let pid = pid_t(name), let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                // The name of the program is in parentheses and may hold blanks.
                let end = text.lastIndex(of: ")")
            else { continue }
            let fields = text[end...].split(separator: " ")
            guard fields.count > 13, fields[2] == "\(own)" else { continue }
            ticks[pid] = (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
        }
        return ticks
    }
}
