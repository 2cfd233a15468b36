/// A handler, what it takes, and how its runs overlap.
struct Registration<B: StateSource>: Sendable {
    /// Which events a registration takes.
    enum Selector: Sendable {
        /// All that no other registration takes.
        case all
        /// Those of one concrete type.
        case type(ObjectIdentifier)
        /// Those for which the predicate holds.
        case matching(@Sendable (B.Event) -> Bool)
    }

    let selector: Selector
    let name: RegistrationName
    /// The index of the lane.
    let lane: Int
    let policy: EventPolicy
    let work: HandlerWork<B>
}

/// What a handler is called in reports: what it takes, and where it was registered.
///
/// The text is made when it is asked for: making it costs more than the rest of a registration.
struct RegistrationName: Sendable, CustomStringConvertible {
    /// The type of the events that it takes.
    let takes: any Any.Type
    let file: StaticString
    let line: UInt

    var description: String { "The handler for \(takes) registered at \(file):\(line)" }
}

/// What a registration runs.
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

/// How a bloc turns a broadcast message into an event of its own.
struct BroadcastRegistration<B: StateSource>: Sendable {
    let message: ObjectIdentifier
    let convert: @Sendable (any Sendable) -> B.Event?
}

/// The registrations of a bloc, fixed at its creation.
final class HandlerTable<B: StateSource>: Sendable {
    /// The only handler, when it is synchronous and takes every event at once.
    let plain: SyncHandler<B>?
    let registrations: [Registration<B>]
    let broadcasts: [BroadcastRegistration<B>]
    private let byType: [ObjectIdentifier: Int]
    private let matching: [Int]
    private let catchAll: Int?

    init(registrations: [Registration<B>], broadcasts: [BroadcastRegistration<B>]) {
        // A copy without the room to grow that the builder's has.
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
            plain = work
        } else {
            plain = nil
        }
    }

    /// The index of the registration that takes the event: by type, else the first that matches, else the one for all.
    func index(for event: B.Event) -> Int? {
        if !byType.isEmpty, let index = byType[ObjectIdentifier(type(of: event as Any))] { return index }
        for index in matching {
            if case .matching(let takes) = registrations[index].selector, takes(event) { return index }
        }
        return catchAll
    }
}
