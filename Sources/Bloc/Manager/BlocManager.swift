/// A manager that keeps blocs under typed keys, closes dependent blocs together, and broadcasts messages to them.
///
/// All methods may be called from any thread. Programs use ``shared``; tests create their own.
public final class BlocManager: Sendable {
    /// The manager of the program.
    public static let shared = BlocManager()

    let registry = Lock(Registry())
    /// Serializes broadcasts, so that all receivers get them in the same order.
    let broadcasting = Lock(false)
    /// Sends messages to other processes and back through ``deliver(_:)``; `false` leaves a message to this manager.
    package let relay = Lock<(@Sendable (any Sendable) -> Bool)?>(nil)

    /// Creates an empty manager.
    public init() {}

    deinit {
        // A bloc and its entry retain each other: without this, blocs that nobody else holds would leak instead of closing.
        for entry in registry.withLock({ Array($0.found.values) }) { entry.core.part(from: entry) }
    }

    // MARK: Finding

    /// Returns the live bloc of a key, creating it if there is none.
    ///
    /// Of several concurrent callers, one runs `create` and the others wait for it. `create` runs outside every lock and may get
    /// other keys from this manager. If it throws, the next caller tries again. The bloc is closed with the bloc of `parent`.
    ///
    /// Using a key with two types, a cycle of keys in creation, or a cycle of parents stops the program with a message.
    public func bloc<B: StateSource>(
        for key: BlocKey<B>,
        closeWith parent: AnyBlocKey? = nil,
        _ create: () throws -> B
    ) rethrows -> B {
        try bloc(for: key, closeWith: parent, scope: [], create)
    }

    /// Returns the live bloc of a key, creating it if there is none, with the typed key of a parent.
    public func bloc<B: StateSource, Parent: StateSource>(
        for key: BlocKey<B>,
        closeWith parent: BlocKey<Parent>,
        _ create: () throws -> B
    ) rethrows -> B {
        try bloc(for: key, closeWith: parent.erased, scope: [], create)
    }

    func bloc<B: StateSource>(
        for key: BlocKey<B>,
        closeWith parent: AnyBlocKey?,
        scope: [String],
        _ create: () throws -> B
    ) rethrows -> B {
        let thread = ThreadMark.current
        thread.requireUnlocked()
        while true {
            if let bloc = find(key) { return bloc }
            let gate = Lock(false)
            let created: B? = try gate.withLock { _ in
                let isMine = registry.withLock { $0.beginCreating(key.erased, thread: thread.number, gate: gate) }
                guard isMine else { return nil }
                do {
                    let bloc = try BlocContext.with({ $0.manager = WeakReference(self) }, create)
                    let manager = WeakReference<BlocManager>(self)
                    adopt(bloc, at: BlocPlace(key: key.erased, scope: scope, parent: parent, manager: manager))
                    return bloc
                } catch {
                    registry.withLock { $0.endCreating(key.erased) }
                    throw error
                }
            }
            if let created { return created }
            awaitCreation(of: key.erased, thread: thread.number)
        }
    }

    /// Waits until another thread has finished creating the key's bloc.
    private func awaitCreation(of key: AnyBlocKey, thread: UInt) {
        let (gate, cycle) = registry.withLock { $0.beginWaiting(for: key, thread: thread) }
        if let cycle {
            Misuse.stop(
                "Creating a bloc needs the bloc itself: \(cycle.map(\.name).joined(separator: " → ")).",
                wrong: "manager.bloc(for: a) { A(manager.bloc(for: b) { B(manager.bloc(for: a) { … }) }) }",
                right: "Give one of them the manager, and look the other up in a handler: manager.find(a)"
            )
        }
        guard let gate else { return }
        gate.withLock { _ in }
        registry.withLock { $0.endWaiting(thread: thread) }
    }

    private func adopt(_ bloc: some StateSource, at place: BlocPlace) {
        let entry = BlocEntry(bloc, at: place)
        let cycle = registry.withLock { registry -> [AnyBlocKey]? in
            if let cycle = registry.closingCycle(place.key, parent: place.parent) { return cycle }
            registry.add(entry)
            registry.endCreating(place.key)
            return nil
        }
        if let cycle {
            Misuse.stop(
                "`closeWith` forms a cycle: \(cycle.map(\.name).joined(separator: " → ")).",
                wrong: "manager.bloc(for: a, closeWith: b) { … }\nmanager.bloc(for: b, closeWith: a) { … }",
                right: "manager.bloc(for: a) { … }\nmanager.bloc(for: b, closeWith: a) { … }"
            )
        }
        // The key is free as soon as the bloc closes, for whatever reason.
        bloc.core.join(entry)
        bloc.core.tell(place)
    }

    /// Returns the live bloc of a key, without creating one.
    public func find<B: StateSource>(_ key: BlocKey<B>) -> B? {
        ThreadMark.current.requireUnlocked()
        let found = registry.withLock { $0.found[key.erased]?.bloc }
        guard let found else { return nil }
        if type(of: found) != B.self {
            Misuse.stop(
                "The key \"\(key)\" belongs to a \(type(of: found)) but was used for a \(B.self).",
                wrong: "BlocKey<\(type(of: found))>(\"\(key)\")\nBlocKey<\(B.self)>(\"\(key)\")",
                right: "BlocKey<\(type(of: found))>(\"\(key)\")\nBlocKey<\(B.self)>(\"another-key\")"
            )
        }
        // The types are the same: they were just compared.
        return unsafeDowncast(found, to: B.self)
    }

    /// Returns the bloc of a key that is being shut down.
    func findLeaving<B: StateSource>(_ key: BlocKey<B>) -> B? {
        registry.withLock { $0.leaving[key.erased]?.bloc } as? B
    }

    /// Adds an event to the live bloc of a key, and returns whether that bloc exists.
    @discardableResult
    public func add<B: Bloc>(_ event: B.Event, to key: BlocKey<B>) -> Bool {
        guard let bloc = find(key) else { return false }
        bloc.add(event)
        return true
    }

    // MARK: Closing

    /// Closes the bloc of a key and, before it, every bloc that was created with `closeWith:` it, transitively.
    ///
    /// Blocs that don't depend on each other are closed concurrently. The keys are free as soon as this begins: asking
    /// for one again creates a new bloc. If the key has no live bloc, its dependents are still closed.
    public func close<B: StateSource>(_ key: BlocKey<B>, _ mode: CloseMode = .cancel) async {
        await close(key.erased, mode)
    }

    /// Closes the bloc of an erased key and its dependents.
    public func close(_ key: AnyBlocKey, _ mode: CloseMode = .cancel) async {
        await close(registry.withLock { $0.removeTrees([key]) }, mode)
    }

    /// Closes all blocs, dependents before the blocs they depend on, and independent ones concurrently.
    public func closeAll(_ mode: CloseMode = .cancel) async {
        await close(registry.withLock { $0.removeAll() }, mode)
    }

    /// Closes entries that are sorted with dependents first: each once its own dependents are closed.
    func close(_ entries: [BlocEntry], _ mode: CloseMode) async {
        guard entries.count > 1 else {
            await entries.first?.core.close(mode)
            return
        }
        var dependents: [AnyBlocKey: [Task<Void, Never>]] = [:]
        var closings: [Task<Void, Never>] = []
        for entry in entries {
            let before = dependents.removeValue(forKey: entry.key) ?? []
            // At once if there is nothing to wait for, so that it stops accepting events.
            let hasBegun = before.isEmpty
            if hasBegun { entry.core.beginClosing(mode, byOwner: true) }
            let closing = Task {
                for dependant in before { await dependant.value }
                // Beginning twice would start a second deadline timer.
                if hasBegun { await entry.core.waitUntilClosed() } else { await entry.core.close(mode) }
            }
            if let parent = entry.place.parent { dependents[parent, default: []].append(closing) }
            closings.append(closing)
        }
        for closing in closings { await closing.value }
    }

    // MARK: Broadcasting

    /// Sends a message to every live bloc that registered for messages of its type, as an event in the bloc's own mailbox.
    ///
    /// All receivers get concurrent messages in the same order. A bloc that is created later doesn't get the message;
    /// the sender may get its own message.
    public func broadcast<Message: Sendable>(_ message: Message) {
        ThreadMark.current.requireUnlocked()
        if let relay = relay.withLock({ $0 }), relay(message) { return }
        deliver(message)
    }

    /// Sends a message to the live blocs of this manager.
    package func deliver<Message: Sendable>(_ message: Message) {
        // The dynamic type: `Message` may be an existential.
        let messageType = ObjectIdentifier(type(of: message as Any))
        let receivers = registry.withLock { $0.receivers(of: messageType) }
        guard !receivers.isEmpty else { return }
        // Conversions are user code, so they run before any lock is taken.
        let deposits = receivers.compactMap { $0.core.prepareBroadcast(message) }
        broadcasting.withLock { _ in for deposit in deposits { deposit() } }
        for receiver in receivers { receiver.core.goUnlessDeep() }
    }

    // MARK: Reporting

    /// Returns reports of the live blocs, sorted by key.
    public func report() -> [BlocReport] {
        registry.withLock { Array($0.found.values) }.map { $0.core.report(key: $0.key) }
            .sorted { $0.key.name < $1.key.name }
    }

    /// Returns reports of live blocs that were probably forgotten.
    ///
    /// These blocs weren't closed, although their last subscriber has left, or their parent or scope is gone.
    public func leaks() -> [BlocReport] { report().filter { $0.hasLostSubscribers || isOrphan($0.key) } }

    /// Returns whether the parent or the scope of a live bloc is gone.
    func isOrphan(_ key: AnyBlocKey) -> Bool {
        registry.withLock { registry in registry.found[key].map(registry.isOrphan) ?? false }
    }

    /// Returns the scope with a name: a group of keys that are closed together.
    public func scope(_ name: String) -> BlocScope { BlocScope(manager: self, names: [name]) }
}

/// A group of keys of a manager that are closed together, such as those of a session.
///
/// Two scopes with the same name are the same group, and releasing a scope closes nothing.
public struct BlocScope: Sendable {
    let manager: BlocManager
    /// The names of the scope and its enclosing scopes, outermost first.
    package let names: [String]

    /// Returns a scope inside this one; it is closed before this one's own blocs.
    public func scope(_ name: String) -> BlocScope { BlocScope(manager: manager, names: names + [name]) }

    /// Returns the live bloc of a key, creating it in this scope if there is none.
    ///
    /// The key is unique in the manager, which creates the bloc just as it does without a scope.
    public func bloc<B: StateSource>(
        for key: BlocKey<B>,
        closeWith parent: AnyBlocKey? = nil,
        _ create: () throws -> B
    ) rethrows -> B {
        try manager.bloc(for: key, closeWith: parent, scope: names, create)
    }

    /// Closes the scopes inside this one, then its own blocs, each after its dependents, and independent ones concurrently.
    public func close(_ mode: CloseMode = .cancel) async {
        for entries in manager.registry.withLock({ $0.removeScope(names) }) { await manager.close(entries, mode) }
    }
}

/// A report about a live bloc in a manager.
public struct BlocReport: Hashable, Sendable {
    /// The key.
    public let key: AnyBlocKey
    /// The bloc.
    public let bloc: BlocID
    /// The time since its creation, on its own clock.
    public let age: Duration
    /// The number of events that have ended.
    public let eventsHandled: UInt64
    /// The number of accepted events that have not started.
    public let queueLength: Int
    /// The number of subscribers to its states.
    public let subscribers: Int
    /// The number of running handlers.
    public let handlersInFlight: Int
    /// Whether it had subscribers and now has none.
    package let hasLostSubscribers: Bool
}
