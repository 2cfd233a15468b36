/// Records the transitions of blocs, so that they can be looked at and replayed later.
///
/// Blocs are recorded whose events and states are `Encodable`; others are left out. Install it as an observer before the blocs
/// are created:
///
/// ```swift
/// let token = BlocObservers.install(EventLog(sink: file))
/// ```
///
/// ``replay(_:on:)`` runs a recording again.
public final class EventLog: BlocObserver {
    private struct Guarded {
        var last: UInt64
        /// The last record of each of the latest events.
        var records: [EventReference: UInt64] = [:]
        /// The keys of ``records``, oldest first.
        var order = Queue<EventReference>()
    }

    /// How many events are remembered, so that what they caused can name them.
    private static let memory = 10_000

    private let guarded: Lock<Guarded>
    private let sink: any EventLogSink
    private let name: @Sendable (BlocID) -> String

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - last: The number of the last record that the log has already; 0 for a new one.
    ///   - sink: Keeps the records.
    ///   - name: What a bloc is called in the log; by default its name, or its type when it has none.
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
        switch transition.trigger {
        case .event(let event, let context):
            guard event is any Encodable else { return }
            let reference = EventReference(bloc: bloc, sequence: context.sequence)
            append(bloc, reference, context.cause, event, transition.next)
        case .undo, .redo, .restore, .method:
            append(bloc, nil, nil, nil, transition.next)
        }
    }

    private func append(
        _ bloc: BlocID,
        _ reference: EventReference?,
        _ cause: EventReference?,
        _ event: (any Sendable)?,
        _ state: any Sendable
    ) {
        let name = name(bloc)
        // Under the lock, so that the sink gets the records in the order of their numbers.
        guarded.withLock { guarded in
            guarded.last += 1
            let before = reference.flatMap { guarded.records[$0] }
            let record = EventLogRecord(
                sequence: guarded.last,
                cause: before ?? cause.flatMap { guarded.records[$0] },
                bloc: name,
                event: event,
                state: state
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

/// A transition as an ``EventLog`` tells it.
public struct EventLogRecord: Sendable {
    /// The number of the record in the log, counted on over all blocs.
    public let sequence: UInt64
    /// The record that led to this one: the one before it of the same event, else the last of the event that caused this one;
    /// `nil` when the event came from outside.
    public let cause: UInt64?
    /// The name of the bloc.
    public let bloc: String

    private let sentEvent: (any Sendable)?
    private let sentState: any Sendable

    /// The event; `nil` for an undo, a redo, a restored state, or a method of a cubit.
    public var event: (any Encodable)? { sentEvent as? any Encodable }

    /// The state after the transition.
    public var state: (any Encodable)? { sentState as? any Encodable }

    /// Creates a record of what is `Encodable`.
    init(sequence: UInt64, cause: UInt64?, bloc: String, event: (any Sendable)?, state: any Sendable) {
        self.sequence = sequence
        self.cause = cause
        self.bloc = bloc
        sentEvent = event
        sentState = state
    }
}

/// Keeps the records of an ``EventLog``.
public protocol EventLogSink: Sendable {
    /// Keeps a record.
    ///
    /// Calls come one at a time, in the order of the numbers, from any thread. It must not touch a bloc.
    func append(_ record: EventLogRecord)
}
