/// An observer that records the transitions of blocs, for inspection and for ``replay(_:on:)``.
///
/// It records blocs whose events and states are `Encodable`, and ignores all others. Install it before the blocs are
/// created:
///
/// ```swift
/// let token = BlocObservers.install(EventLog(sink: file))
/// ```
public final class EventLog: BlocObserver {
    /// The number of the last record, and the last record of each recent event.
    private let guarded: Lock<(last: UInt64, records: RecentEvents<UInt64>)>
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
        guarded = Lock((last, RecentEvents(10_000)))
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
            if let reference { guarded.records[reference] = guarded.last }
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

/// Values of recent events, so that later records can name these events as their cause.
package struct RecentEvents<Value: Sendable>: Sendable {
    private let count: Int
    private var latest: [EventReference: Value] = [:]
    /// The values before those, which are discarded once there are `count` newer ones.
    private var earlier: [EventReference: Value] = [:]

    /// Remembers at least the last `count` events.
    package init(_ count: Int) { self.count = count }

    package subscript(_ event: EventReference) -> Value? {
        get { latest[event] ?? earlier[event] }
        set {
            latest[event] = newValue
            if latest.count >= count { (earlier, latest) = (latest, [:]) }
        }
    }
}
