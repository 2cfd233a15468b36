/// Tracks for how long names have been requested in consecutive frames.
struct ElapsedTimes {
    /// The times of the first request for each name, in this frame and the previous one.
    private var starts: [String: Duration] = [:]
    private var earlier: [String: Duration] = [:]

    /// Starts a frame, and drops the names that the previous one didn't request.
    mutating func beginFrame() { (starts, earlier) = ([:], starts) }

    /// Returns the time since the first of the consecutive frames that requested the name.
    mutating func elapsed(_ name: String, now: Duration) -> Duration {
        let start = starts[name] ?? earlier[name] ?? now
        starts[name] = start
        return now - start
    }
}
