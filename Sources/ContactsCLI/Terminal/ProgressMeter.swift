/// Shows on the terminal how far a command has come, once it takes a while, and not more often than eyes can follow.
struct ProgressMeter {
    /// How long a command takes before it is worth a line.
    static let patience = Duration.milliseconds(300)
    /// How long a line stands at least.
    static let pace = Duration.milliseconds(100)

    private let messages: MessagePrinter
    private let now: () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private var drawn: ContinuousClock.Instant?

    /// Begins to count the time.
    init(messages: MessagePrinter, now: @escaping () -> ContinuousClock.Instant = { .now }) {
        self.messages = messages
        self.now = now
        start = now()
    }

    /// Shows the line, or leaves the one before it.
    mutating func show(_ line: ProgressLine) {
        guard messages.canShowProgress else { return }
        let time = now()
        guard time - start >= Self.patience, drawn.map({ time - $0 >= Self.pace }) != false else { return }
        drawn = time
        messages.progress(line.text(after: time - start))
    }

    /// Wipes the line.
    func end() {
        messages.endProgress()
    }
}
