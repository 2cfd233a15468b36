/// Why output could not be written.
enum OutputError: Error, Equatable, Sendable {
    /// Nobody reads any more, as after `contacts list | head -1`; no reason for a message.
    case brokenPipe
    /// The system refused, with its words for it (`No space left on device`).
    case failed(reason: String)
}
