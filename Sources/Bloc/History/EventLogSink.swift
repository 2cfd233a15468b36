/// Keeps the records of an ``EventLog``.
public protocol EventLogSink: Sendable {
    /// Keeps a record.
    ///
    /// Calls come one at a time, in the order of the numbers, from any thread. It must not touch a bloc.
    func append(_ record: EventLogRecord)
}
