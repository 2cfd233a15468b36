/// A line about a command's progress: the amount done, the speed and the remaining time.
struct ProgressLine: Equatable, Sendable {
    /// The part of the whole that is done, such as “3/12 pages”; empty if only ``counted`` is known.
    var part = ""
    /// The amount done, such as “150 people”.
    var counted: String
    var count: Int
    /// The fraction of the whole that is done, from 0 to 1; `nil` if the whole is unknown.
    var share: Double?

    /// The time after which the speed is shown.
    private static let settling = Duration.seconds(1)

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
        // Caps the remaining time at 100 days, which keeps the conversion from overflowing.
        let whole = Int(min(seconds, 8_640_000).rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3_600) h \(whole / 60 % 60) min"
    }
}

extension ProgressLine {
    /// Creates the progress in pages, with the number of people on them.
    init(pages done: Int, of total: Int, people: Int) {
        self.init(
            part: "\(done)/\(total) pages",
            counted: CountText.people(people),
            count: people,
            share: Double(done) / Double(max(1, total))
        )
    }

    init(contacts done: Int, of total: Int?) {
        self.init(
            counted: total.map { "\(done)/\(CountText.contacts($0))" } ?? CountText.contacts(done),
            count: done,
            share: total.map { Double(done) / Double(max(1, $0)) }
        )
    }

    /// Creates the progress in bytes of the imported files, with the number of contacts in them.
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

/// Draws the progress line at a limited rate, once a command has run long enough.
struct ProgressMeter {
    static let delay = Duration.milliseconds(300)
    static let pace = Duration.milliseconds(100)

    private let messages: MessagePrinter
    private let now: () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private var drawn: ContinuousClock.Instant?

    init(messages: MessagePrinter, now: @escaping () -> ContinuousClock.Instant = { .now }) {
        self.messages = messages
        self.now = now
        start = now()
    }

    mutating func show(_ line: ProgressLine) {
        guard messages.canShowProgress else { return }
        let time = now()
        guard time - start >= Self.delay, drawn.map({ time - $0 >= Self.pace }) != false else { return }
        drawn = time
        messages.progress(line.text(after: time - start))
    }

    func end() {
        messages.endProgress()
    }
}
