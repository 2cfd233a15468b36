/// A handler, the events that it takes, and its policy.
struct Registration<B: StateSource>: Sendable {
    /// The events that a registration takes.
    enum Selector: Sendable {
        /// All events that no other registration takes.
        case all
        /// The events of one concrete type.
        case type(ObjectIdentifier)
        /// The events for which the predicate holds.
        case matching(@Sendable (B.Event) -> Bool)
    }

    let selector: Selector
    let name: RegistrationName
    /// The index of the lane.
    let lane: Int
    let policy: EventPolicy
    let work: HandlerWork<B>
}

/// The name of a handler in reports: the type of its events and where it was registered.
///
/// The text is built on demand: building it costs more than the rest of a registration.
struct RegistrationName: Sendable, CustomStringConvertible {
    /// The type of the events.
    let takes: any Any.Type
    let file: StaticString
    let line: UInt

    var description: String { "The handler for \(takes) registered at \(file):\(line)" }
}

/// The work of a registration.
enum HandlerWork<B: StateSource>: Sendable {
    case sync(SyncHandler<B>)
    case async(@Sendable (B.Event, Emitter<B>) async throws -> Void)
}

/// A synchronous handler.
///
/// An object, so that calling it through a borrowed reference costs no reference counting.
@usableFromInline
final class SyncHandler<B: StateSource>: Sendable {
    @usableFromInline
    let body: @Sendable (B.Event, Emitter<B>) throws -> Void

    init(body: @escaping @Sendable (B.Event, Emitter<B>) throws -> Void) {
        self.body = body
    }
}

/// The conversion of a broadcast message into an event of the bloc.
struct BroadcastRegistration<B: StateSource>: Sendable {
    let message: ObjectIdentifier
    let convert: @Sendable (any Sendable) -> B.Event?
}

/// The registrations of a bloc, fixed at its creation.
final class HandlerTable<B: StateSource>: Sendable {
    /// The only handler, if it is synchronous and takes every event without debounce or throttle.
    let fastHandler: SyncHandler<B>?
    let registrations: [Registration<B>]
    let broadcasts: [BroadcastRegistration<B>]
    private let byType: [ObjectIdentifier: Int]
    private let matching: [Int]
    private let catchAll: Int?

    init(registrations: [Registration<B>], broadcasts: [BroadcastRegistration<B>]) {
        // A copy without the spare capacity of the builder's array.
        self.registrations = registrations.map { $0 }
        self.broadcasts = broadcasts
        var byType: [ObjectIdentifier: Int] = [:]
        var matching: [Int] = []
        var catchAll: Int?
        for (index, registration) in registrations.enumerated() {
            switch registration.selector {
            case .all: catchAll = index
            case .type(let type): byType[type] = index
            case .matching: matching.append(index)
            }
        }
        self.byType = byType
        self.matching = matching
        self.catchAll = catchAll
        if registrations.count == 1, catchAll == 0, registrations[0].policy.arrival == .immediate,
            case .sync(let work) = registrations[0].work
        {
            fastHandler = work
        } else {
            fastHandler = nil
        }
    }

    /// The index of the registration that takes the event: by type, then the first that matches, then the one for all.
    func index(for event: B.Event) -> Int? {
        if !byType.isEmpty, let index = byType[ObjectIdentifier(type(of: event as Any))] { return index }
        for index in matching {
            if case .matching(let takes) = registrations[index].selector, takes(event) { return index }
        }
        return catchAll
    }
}
