/// For how long names have been asked for in frame after frame.
struct ElapsedTimes {
    /// When the names of this frame, and of the one before, were asked for first.
    private var starts: [String: Duration] = [:]
    private var earlier: [String: Duration] = [:]

    /// Begins a frame, and forgets the names that the one before did not ask for.
    mutating func beginFrame() { (starts, earlier) = ([:], starts) }

    /// The time since the first of the frames without a pause that asked for the name.
    mutating func elapsed(_ name: String, now: Duration) -> Duration {
        let start = starts[name] ?? earlier[name] ?? now
        starts[name] = start
        return now - start
    }
}
