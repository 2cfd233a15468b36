/// For how long names have been asked for in frame after frame.
struct ElapsedTimes {
    private struct Entry {
        var start: Duration
        var frame: Int
    }

    private var entries: [String: Entry] = [:]
    private var frame = 0

    /// Begins a frame, and forgets the names that the one before did not ask for.
    mutating func beginFrame() {
        entries = entries.filter { $0.value.frame == frame }
        frame += 1
    }

    /// The time since the first of the frames without a pause that asked for the name.
    mutating func elapsed(_ name: String, now: Duration) -> Duration {
        let start = entries[name]?.start ?? now
        entries[name] = Entry(start: start, frame: frame)
        return now - start
    }
}
