/// What closing a bloc does with events that were accepted and handlers that run.
public enum CloseMode: Hashable, Sendable {
    /// Cancels running handlers and drops what is queued.
    case cancel
    /// Finishes what was accepted, without a bound on the time.
    case drain
    /// Drains for the given time on the bloc's clock, then cancels.
    case deadline(Duration)
}
