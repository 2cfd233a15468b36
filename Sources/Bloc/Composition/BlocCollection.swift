/// Child blocs by identifier, in order: the rows of a list, the tabs of a window, the players of a game.
///
/// A parent owns a collection, creates and removes children in its handlers, and gets their changes as its own events:
///
/// ```swift
/// final class BoardBloc: Bloc {
///     let cards = BlocCollection<Int, CardBloc>()
///     …
///     init() {
///         runtime = BlocRuntime(initialState: Board()) { [cards] bloc in
///             bloc.on { event, emit in
///                 switch event {
///                 case .added(let id): cards.bloc(for: id) { CardBloc() }
///                 case .removed(let id): cards.remove(id)
///                 case .cardChanged(let id, let card): …
///                 }
///             }
///         }
///         cards.attach(to: self) { id, card in .cardChanged(id, card) }
///     }
/// }
/// ```
///
/// Removing a child closes it, and a child that closes is removed. When the parent closes, for whatever reason, its children
/// close too, and its `close` returns when they have ended. All methods may be called from any thread, also inside handlers of
/// the parent and of children.
public final class BlocCollection<ID: Hashable & Sendable, Child: StateSource>: Sendable {
    private struct Place {
        let key: BlocKey<Child>
        /// The number of the child, once it was created.
        var number: UInt64?
        var token: BlocSubscription?
    }

    private struct Guarded {
        /// The identifiers of the children.
        var order: [ID] = []
        /// The children that live or are being created.
        var places: [ID: Place] = [:]
        var lastKey = 0
        var listener: (@Sendable (ID, Child) -> BlocSubscription)?
        /// Whether the parent has closed: no child can be created any more.
        var isOver = false

        /// Takes a child's identifier and place away.
        ///
        /// - Returns: The subscription to the child, if there is one.
        mutating func free(_ id: ID) -> BlocSubscription? {
            if let index = order.firstIndex(of: id) { order.remove(at: index) }
            return places.removeValue(forKey: id)?.token
        }
    }

    private let guarded = Lock(Guarded())
    /// Keeps the children: creates each once, under any race.
    private let manager = BlocManager()

    /// Creates an empty collection.
    public init() {}

    // MARK: Reading

    /// The identifiers of the children, in order.
    public var ids: [ID] {
        ThreadMark.current.requireUnlocked()
        return guarded.withLock { $0.order }
    }

    /// The children, in order.
    public var blocs: [Child] { ids.compactMap { find($0) } }

    /// The number of children.
    public var count: Int {
        ThreadMark.current.requireUnlocked()
        return guarded.withLock { $0.order.count }
    }

    /// The child of an identifier; never creates one.
    ///
    /// - Complexity: O(1).
    public func find(_ id: ID) -> Child? {
        ThreadMark.current.requireUnlocked()
        return guarded.withLock { $0.places[id]?.key }.flatMap { manager.find($0) }
    }

    /// The child of an identifier; never creates one.
    public subscript(id: ID) -> Child? { find(id) }

    // MARK: Changing

    /// Returns the child of an identifier, creating it if there is none.
    ///
    /// Of concurrent callers one runs `create` and the others wait for it. `create` runs outside every lock; if it throws, the
    /// next caller tries again. After the parent has closed, the child that is created is closed at once.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - index: Where a new child is inserted; at the end by default.
    ///   - create: Creates the child.
    /// - Returns: The child.
    /// - Throws: The error of `create`.
    @discardableResult
    public func bloc(for id: ID, at index: Int? = nil, _ create: () throws -> Child) rethrows -> Child {
        ThreadMark.current.requireUnlocked()
        let key = guarded.withLock { guarded in
            if let place = guarded.places[id] { return place.key }
            guarded.lastKey += 1
            let key = BlocKey<Child>("child", id: guarded.lastKey)
            guarded.places[id] = Place(key: key)
            return key
        }
        // Events that the child adds by key are for the manager of the parent.
        let outer = BlocContext.current.manager
        var isNew = false
        let child: Child
        do {
            child = try manager.bloc(for: key) {
                isNew = true
                return try BlocContext.with({ $0.manager = outer }, create)
            }
        } catch {
            guarded.withLock { guarded in
                if let place = guarded.places[id], place.number == nil, place.key == key { guarded.places[id] = nil }
            }
            throw error
        }
        if isNew { adopt(child, id, key, at: index) }
        return child
    }

    /// Removes a child, which begins to close, and returns at once.
    ///
    /// When this returns, the parent gets no event of the child any more, and the identifier is free.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - mode: How accepted events and running handlers of the child are treated.
    /// - Returns: The child, whose `close` waits for the end; `nil` if there was none.
    @discardableResult
    public func remove(_ id: ID, _ mode: CloseMode = .cancel) -> Child? {
        guard let child = find(id) else { return nil }
        forget(id, number: child.core.id.number)?.cancel()
        child.core.beginClosing(mode, byOwner: true)
        return child
    }

    /// Moves a child to another place; does nothing if there is no such child.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - index: Its place afterwards; one that is out of range means the beginning or the end.
    public func move(_ id: ID, to index: Int) {
        ThreadMark.current.requireUnlocked()
        guarded.withLock { guarded in
            guard let place = guarded.order.firstIndex(of: id) else { return }
            guarded.order.remove(at: place)
            guarded.order.insert(id, at: min(max(0, index), guarded.order.count))
        }
    }

    /// Matches the children with a list: creates missing ones, removes others, and takes the order of the list.
    ///
    /// A child that is already there stays the same bloc.
    ///
    /// - Parameters:
    ///   - ids: The identifiers; of one that is there twice the first place counts.
    ///   - create: Creates the child of an identifier.
    /// - Throws: The error of `create`; what was done before it stays done.
    public func reconcile(with ids: [ID], _ create: (ID) throws -> Child) rethrows {
        var seen: Set<ID> = []
        let wanted = ids.filter { seen.insert($0).inserted }
        for id in self.ids where !seen.contains(id) { remove(id) }
        for id in wanted { try bloc(for: id) { try create(id) } }
        guarded.withLock { guarded in
            let live = Set(guarded.order)
            // Children that another thread added meanwhile stay, at the end.
            guarded.order = wanted.filter(live.contains) + guarded.order.filter { !seen.contains($0) }
        }
    }

    /// Closes all children, and returns when they have ended; the collection can be used again.
    ///
    /// - Parameter mode: How accepted events and running handlers of the children are treated.
    public func close(_ mode: CloseMode = .cancel) async {
        let children = takeAll(isOver: false)
        for child in children { child.core.beginClosing(mode, byOwner: true) }
        for child in children { await child.core.waitUntilClosed() }
    }

    // MARK: The parent

    /// Turns the changes of the children into events of their parent, and closes the children with it.
    ///
    /// Call it once, at the end of the parent's initializer. Of one child, the events come in the order of its states. The
    /// collection does not keep the parent alive.
    ///
    /// - Parameters:
    ///   - parent: The bloc that owns the collection.
    ///   - changed: Makes an event from a child's new state; `nil` ignores the change.
    ///   - closed: Makes an event when a child that was not removed has closed, after its last state; by default there is none.
    public func attach<Parent: Bloc>(
        to parent: Parent,
        changed: @escaping @Sendable (ID, Child.State) -> Parent.Event?,
        closed: @escaping @Sendable (ID) -> Parent.Event? = { _ in nil }
    ) {
        let weakParent = WeakReference(parent)
        let present = guarded.withLock { guarded in
            guarded.listener = { [weak self] id, child in
                let ended: @Sendable () -> Void = {
                    // Not when a new child has the identifier.
                    guard self?.find(id) == nil, let parent = weakParent.object, let event = closed(id) else { return }
                    parent.add(event)
                }
                return child.core.subscribe(
                    Subscriber(isOfRuntime: true, onEnd: ended) { state in
                        guard let parent = weakParent.object, let event = changed(id, state) else { return }
                        parent.add(event)
                    }
                )
            }
            return guarded.order
        }
        for id in present { find(id).map { listen(to: $0, id) } }
        let core = parent.core
        // Unowned: the core calls the closure itself, and would never be released if the closure kept it.
        core.whenClosing { [self, unowned core] in
            core.closeChildren(takeAll(isOver: true).map(\.core))
            return self
        }
    }

    // MARK: Inside

    private func adopt(_ child: Child, _ id: ID, _ key: BlocKey<Child>, at index: Int?) {
        let number = child.core.id.number
        let (isOver, replaced) = guarded.withLock { guarded -> (Bool, BlocSubscription?) in
            if guarded.isOver { return (true, nil) }
            // One that closes at this moment has freed its key and not yet its place.
            let replaced = guarded.places[id]?.number == nil ? nil : guarded.free(id)
            guarded.places[id] = Place(key: key, number: number)
            guarded.order.insert(id, at: index.map { min(max(0, $0), guarded.order.count) } ?? guarded.order.count)
            return (false, replaced)
        }
        replaced?.cancel()
        guard !isOver else { return child.core.beginClosing(.cancel, byOwner: true) }
        listen(to: child, id)
        // The token is kept until the child has ended, so that its last state reaches the parent.
        child.core.whenClosing { [weak self] in self?.forget(id, number: number) }
    }

    private func listen(to child: Child, _ id: ID) {
        guard let listener = guarded.withLock({ $0.listener }) else { return }
        let token = listener(id, child)
        let number = child.core.id.number
        let unused = guarded.withLock { guarded -> BlocSubscription? in
            guard let place = guarded.places[id], place.number == number, place.token == nil else { return token }
            guarded.places[id]?.token = token
            return nil
        }
        unused?.cancel()
    }

    /// Frees the identifier of a child, unless another child has it by now.
    ///
    /// - Returns: The subscription to the child, if there is one.
    private func forget(_ id: ID, number: UInt64) -> BlocSubscription? {
        guarded.withLock { $0.places[id]?.number == number ? $0.free(id) : nil }
    }

    /// Frees all identifiers.
    ///
    /// - Returns: The children, in order.
    private func takeAll(isOver: Bool) -> [Child] {
        let places = guarded.withLock { guarded in
            // Those that are being created stay.
            let taken = guarded.order.compactMap { guarded.places.removeValue(forKey: $0) }
            guarded.order = []
            if isOver {
                guarded.isOver = true
                guarded.listener = nil
            }
            return taken
        }
        let children = places.compactMap { manager.find($0.key) }
        for place in places { place.token?.cancel() }
        return children
    }
}

extension BlocCore {
    /// Begins to close children of a bloc that begins to close, which then ends after them.
    fileprivate func closeChildren(_ children: [any ManagedCore]) {
        guard !children.isEmpty else { return }
        withLock { $0.closingChildren += 1 }
        for child in children { child.beginClosing(.cancel, byOwner: true) }
        _ = start { [self] in
            for child in children { await child.waitUntilClosed() }
            change { $0.closingChildren -= 1 }
        }
    }
}
