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
