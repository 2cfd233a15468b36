/// How far something has come, as a line: what is done, how fast, and how long the rest takes.
struct ProgressLine: Equatable, Sendable {
    /// What is done of the whole, such as “3/12 pages”; empty when only ``counted`` is told.
    var part = ""
    /// What is done, such as “150 people”.
    var counted: String
    /// The number in ``counted``.
    var count: Int
    /// The share of the whole that is done, from 0 to 1; `nil` when nobody knows.
    var share: Double?

    /// The least time after which a speed means something.
    private static let settling = Duration.seconds(1)

    /// The line after some time of work.
    func text(after elapsed: Duration) -> String {
        var parts = (part.isEmpty ? [] : [part]) + [counted]
        let seconds = elapsed / .seconds(1)
        if elapsed >= Self.settling, count > 0 {
            parts.append("\(Int((Double(count) / seconds).rounded()))/s")
            if let share, share > 0, share < 1 {
                parts.append("\(Self.text(ofSeconds: seconds / share * (1 - share))) left")
            }
        }
        return parts.joined(separator: ", ")
    }

    private static func text(ofSeconds seconds: Double) -> String {
        // Nobody waits for longer than days.
        let whole = Int(min(seconds, 8_640_000).rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3_600) h \(whole / 60 % 60) min"
    }
}

extension ProgressLine {
    /// So many pages, and the people on them.
    init(pages done: Int, of total: Int, people: Int) {
        self.init(
            part: "\(done)/\(total) pages",
            counted: CountText.people(people),
            count: people,
            share: Double(done) / Double(max(1, total))
        )
    }

    /// So many contacts of all.
    init(contacts done: Int, of total: Int?) {
        self.init(
            counted: total.map { "\(done)/\(CountText.contacts($0))" } ?? CountText.contacts(done),
            count: done,
            share: total.map { Double(done) / Double(max(1, $0)) }
        )
    }

    /// So many bytes of the files, and the contacts in them.
    init(_ progress: ImportProgress) {
        let share = progress.bytesTotal.map { min(1, Double(progress.bytes) / Double(max(1, $0))) }
        self.init(
            part: share.map { "\(Int($0 * 100)) %" } ?? "",
            counted: CountText.contacts(progress.contacts),
            count: progress.contacts,
            share: share
        )
    }
}

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
