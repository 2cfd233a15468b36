/// The blocs of a manager: live ones by key and those being created, with their dependents and scopes.
struct Registry {
    /// The live blocs, by key.
    private(set) var found: [AnyBlocKey: BlocEntry] = [:]
    /// The blocs that are being shut down; handlers of other blocs can still reach them.
    private(set) var leaving: [AnyBlocKey: BlocEntry] = [:]
    /// The creations in progress, in the order in which they began; each gate is held until its creation ends.
    private var creations: [(key: AnyBlocKey, thread: UInt, gate: Lock<Bool>)] = []
    /// The key whose creation each blocked thread is waiting for.
    private var waits: [UInt: AnyBlocKey] = [:]
    private var children: [AnyBlocKey: Set<AnyBlocKey>] = [:]
    private var scopes: [[String]: Set<AnyBlocKey>] = [:]
    private var closedScopes: Set<[String]> = []
    private var receivers: [ObjectIdentifier: Set<AnyBlocKey>] = [:]

    // MARK: Creating

    /// Lets a thread begin to create a key's bloc, unless the bloc is live or another thread is creating it.
    mutating func beginCreating(_ key: AnyBlocKey, thread: UInt, gate: Lock<Bool>) -> Bool {
        if creations.contains(where: { $0.key == key }) { return false }
        if let entry = found[key] {
            // A bloc that is closing frees its key.
            guard entry.core.isClosed else { return false }
            remove(entry)
        }
        creations.append((key, thread, gate))
        return true
    }

    /// Ends the creation of a key, whether it succeeded or not.
    mutating func endCreating(_ key: AnyBlocKey) { creations.removeAll { $0.key == key } }

    /// Registers that a thread waits for a creation.
    ///
    /// - Returns: The gate to wait at, unless the creation has ended, or the cycle of keys if the thread would wait for itself.
    mutating func beginWaiting(for key: AnyBlocKey, thread: UInt) -> (gate: Lock<Bool>?, cycle: [AnyBlocKey]?) {
        var gate: Lock<Bool>?
        var path: [AnyBlocKey] = []
        var awaited: AnyBlocKey? = key
        while let index = creations.firstIndex(where: { $0.key == awaited }) {
            let creation = creations[index]
            // The keys that its thread is creating, from this one inward.
            path += creations[index...].filter { $0.thread == creation.thread }.map(\.key)
            if creation.thread == thread { return (nil, path + [key]) }
            gate = gate ?? creation.gate
            awaited = waits[creation.thread]
        }
        if gate != nil { waits[thread] = key }
        return (gate, nil)
    }

    mutating func endWaiting(thread: UInt) { waits[thread] = nil }

    // MARK: Keeping

    mutating func add(_ entry: BlocEntry) {
        found[entry.key] = entry
        if let parent = entry.place.parent { children[parent, default: []].insert(entry.key) }
        if !entry.place.scope.isEmpty { scopes[entry.place.scope, default: []].insert(entry.key) }
        closedScopes.remove(entry.place.scope)
        for message in entry.broadcasts { receivers[message, default: []].insert(entry.key) }
    }

    /// Removes a bloc, unless a newer one has taken its key.
    @discardableResult
    mutating func remove(_ entry: BlocEntry) -> BlocEntry? {
        guard found[entry.key] === entry else { return nil }
        found[entry.key] = nil
        if let parent = entry.place.parent { children.remove(entry.key, from: parent) }
        scopes.remove(entry.key, from: entry.place.scope)
        for message in entry.broadcasts { receivers.remove(entry.key, from: message) }
        return entry
    }

    /// Returns the cycle that closing `key` with `parent` would create, if any.
    func closingCycle(_ key: AnyBlocKey, parent: AnyBlocKey?) -> [AnyBlocKey]? {
        var path = [key]
        var next = parent
        while let current = next {
            path.append(current)
            if current == key { return path }
            next = found[current]?.place.parent
        }
        return nil
    }

    func receivers(of message: ObjectIdentifier) -> [BlocEntry] {
        receivers[message, default: []].compactMap { found[$0] }
    }

    /// Returns whether the parent or the scope of a bloc is gone.
    func isOrphan(_ entry: BlocEntry) -> Bool {
        let hasLostParent = entry.place.parent.map { found[$0]?.core.isClosed ?? true } ?? false
        let hasLostScope = closedScopes.contains { entry.place.scope.starts(with: $0) }
        return hasLostParent || hasLostScope
    }

    // MARK: Removing

    mutating func removeAll() -> [BlocEntry] { removeTrees(found.keys.sorted { $0.name < $1.name }) }

    /// Removes all blocs, but keeps them in ``leaving`` until ``endShutDown(_:)``.
    mutating func beginShutDown() -> [BlocEntry] {
        leaving.merge(found) { $1 }
        return removeAll()
    }

    mutating func endShutDown(_ entries: [BlocEntry]) {
        // Keep the bloc of another shutdown that has taken the key meanwhile.
        for entry in entries where leaving[entry.key] === entry { leaving[entry.key] = nil }
    }

    /// Removes the blocs of a scope and of its nested scopes.
    ///
    /// - Returns: The entries by depth, innermost scopes first; entries of the same depth may be closed concurrently.
    mutating func removeScope(_ path: [String]) -> [[BlocEntry]] {
        let inside = Dictionary(grouping: scopes.keys.filter { $0.starts(with: path) }) { $0.count }
        closedScopes.insert(path)
        return inside.sorted { $0.key > $1.key }.map { _, scopes in
            removeTrees(scopes.flatMap { self.scopes[$0] ?? [] }.sorted { $0.name < $1.name })
        }
    }

    /// Removes the blocs of the keys and their dependents; dependents come first in the result.
    mutating func removeTrees(_ roots: [AnyBlocKey]) -> [BlocEntry] {
        var order: [AnyBlocKey] = []
        var seen: Set<AnyBlocKey> = []
        for root in roots {
            // An explicit stack: a long chain of dependents would overflow the thread's stack.
            var stack: [(key: AnyBlocKey, isExpanded: Bool)] = [(root, false)]
            while let (key, isExpanded) = stack.popLast() {
                if isExpanded {
                    order.append(key)
                } else if seen.insert(key).inserted {
                    stack.append((key, true))
                    for child in (children[key] ?? []).sorted(by: { $0.name > $1.name }) {
                        stack.append((child, false))
                    }
                }
            }
        }
        return order.compactMap { found[$0] }.compactMap { remove($0) }
    }
}

extension Dictionary where Value == Set<AnyBlocKey> {
    /// Removes a key from a group, and the group once it is empty.
    fileprivate mutating func remove(_ key: AnyBlocKey, from group: Key) {
        self[group]?.remove(key)
        if self[group]?.isEmpty == true { self[group] = nil }
    }
}

/// A live bloc in a registry.
final class BlocEntry: Sendable {
    let place: BlocPlace
    let bloc: any AnyObject & Sendable
    let core: any ManagedCore
    /// The message types that the bloc registered for.
    let broadcasts: [ObjectIdentifier]

    init<B: StateSource>(_ bloc: B, at place: BlocPlace) {
        self.place = place
        self.bloc = bloc
        core = bloc.core
        broadcasts = bloc.core.broadcastTypes
    }

    var key: AnyBlocKey { place.key }

    /// Frees the key, unless a newer bloc has taken it.
    func leave() { _ = place.manager.object?.registry.withLock { $0.remove(self) } }
}

/// The core of a bloc of any type, as needed by a registry.
protocol ManagedCore: AnyObject, Sendable {
    var gracePeriod: Duration { get }
    var isClosed: Bool { get }
    func close(_ mode: CloseMode) async
    func beginClosing(_ mode: CloseMode, byOwner: Bool)
    func waitUntilClosed() async
    /// Converts a message; see `BlocCore.prepareBroadcast(_:)`.
    func prepareBroadcast(_ message: any Sendable) -> (@Sendable () -> Void)?
    func goUnlessDeep()
    func part(from entry: BlocEntry)
    func report(key: AnyBlocKey) -> BlocReport
    func hold()
    func release()
    func beginShutDown(_ deadline: Duration)
    func leftover(key: AnyBlocKey) async -> ShutdownLeftover
}

extension BlocCore: ManagedCore {}
