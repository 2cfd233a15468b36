/// An observer that records the transitions of blocs, for inspection and for ``replay(_:on:)``.
///
/// It records blocs whose events and states are `Encodable`, and ignores all others. Install it before the blocs are
/// created:
///
/// ```swift
/// let token = BlocObservers.install(EventLog(sink: file))
/// ```
public final class EventLog: BlocObserver {
    private struct Guarded {
        var last: UInt64
        /// The last record of each recent event.
        var records: [EventReference: UInt64] = [:]
        /// The keys of ``records``, oldest first.
        var order = Queue<EventReference>()
    }

    /// The number of recent events that are remembered, so that later records can name them as their cause.
    private static let memory = 10_000

    private let guarded: Lock<Guarded>
    private let sink: any EventLogSink
    private let name: @Sendable (BlocID) -> String

    /// Creates a log that continues after the last record in the sink.
    ///
    /// The closure names a bloc in the log; the default is the bloc's name, or its type if it has no name.
    public init(
        after last: UInt64 = 0,
        sink: some EventLogSink,
        name: @escaping @Sendable (BlocID) -> String = { $0.name ?? $0.type }
    ) {
        guarded = Lock(Guarded(last: last))
        self.sink = sink
        self.name = name
    }

    /// Records the transition.
    public func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        guard transition.next is any Encodable else { return }
        var reference: EventReference?
        var cause: EventReference?
        if case .event(let event, let context) = transition.trigger {
            guard event is any Encodable else { return }
            reference = EventReference(bloc: bloc, sequence: context.sequence)
            cause = context.cause
        }
        let name = name(bloc)
        // Under the lock, so that the sink gets the records in numerical order.
        guarded.withLock { guarded in
            guarded.last += 1
            let before = reference.flatMap { guarded.records[$0] }
            let record = EventLogRecord(
                sequence: guarded.last,
                cause: before ?? cause.flatMap { guarded.records[$0] },
                bloc: name,
                source: bloc,
                transition: transition
            )
            if let reference {
                guarded.records[reference] = guarded.last
                if before == nil { guarded.order.append(reference) }
                if guarded.records.count > Self.memory, let oldest = guarded.order.popFirst() {
                    guarded.records[oldest] = nil
                }
            }
            sink.append(record)
        }
    }
}

/// A recorded transition of an ``EventLog``.
public struct EventLogRecord: Sendable {
    /// The number of the record in the log, counted across all blocs.
    public let sequence: UInt64
    /// The number of the record that caused this one; `nil` if the event came from outside.
    ///
    /// It is the previous record of the same event or, for the first one, the last record of the event that caused it.
    public let cause: UInt64?
    /// The name of the bloc.
    public let bloc: String
    package let source: BlocID
    package let transition: AnyTransition

    /// The event; `nil` for an undo, a redo, a restored state or a cubit's method.
    public var event: (any Encodable)? {
        guard case .event(let event, _) = transition.trigger else { return nil }
        return event as? any Encodable
    }

    /// The state after the transition.
    public var state: (any Encodable)? { transition.next as? any Encodable }
}

/// A sink that stores the records of an ``EventLog``.
public protocol EventLogSink: Sendable {
    /// Stores a record. Called one at a time, in numerical order, from any thread. The sink must not touch a bloc.
    func append(_ record: EventLogRecord)
}
