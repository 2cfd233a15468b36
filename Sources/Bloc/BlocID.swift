import Synchronization

/// The identity of a bloc in hooks, logs and reports; it doesn't hold the bloc.
public struct BlocID: Hashable, Sendable, CustomStringConvertible {
    /// The name of the bloc's type, such as `CounterBloc`.
    public var type: String { "\(metatype)" }
    /// The name from the bloc's initializer, if any.
    public let name: String?
    /// The number of the bloc in this process, counted from 1 and never reused.
    public let number: UInt64

    // The type's name is built on demand: building it costs more than the rest of a bloc's creation.
    private let metatype: any Any.Type

    private static let last = Atomic<UInt64>(0)

    init(type: any Any.Type, name: String?) {
        metatype = type
        self.name = name
        number = BlocID.last.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The type, the name if there is one, and the number: `CounterBloc(left)#3`.
    public var description: String {
        name.map { "\(type)(\($0))#\(number)" } ?? "\(type)#\(number)"
    }

    /// Compares numbers, which no two blocs share.
    public static func == (left: BlocID, right: BlocID) -> Bool { left.number == right.number }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The number of an event, and the event that caused it.
public struct EventContext: Hashable, Sendable {
    /// The number of the event in its bloc, counted from 1 in the order of acceptance.
    public let sequence: UInt64
    /// The event whose handler added this one through its emitter; `nil` if no handler did.
    public let cause: EventReference?

    package init(sequence: UInt64, cause: EventReference? = nil) {
        self.sequence = sequence
        self.cause = cause
    }
}

/// A reference to one event: its bloc, and its number in that bloc.
public struct EventReference: Hashable, Sendable, CustomStringConvertible {
    /// The bloc that accepted the event.
    public let bloc: BlocID
    /// The number of the event in that bloc, counted from 1 in the order of acceptance.
    public let sequence: UInt64

    package init(bloc: BlocID, sequence: UInt64) {
        self.bloc = bloc
        self.sequence = sequence
    }

    /// The bloc and the number: `CounterBloc#3/17`.
    public var description: String { "\(bloc)/\(sequence)" }
}
