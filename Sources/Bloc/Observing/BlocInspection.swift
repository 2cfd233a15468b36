public import Synchronization

/// An observer that also gets the blocs, to ask them for their state and to act on them.
package protocol BlocInspecting: BlocObserver {
    /// A bloc is being created; it must be kept weakly.
    func attach(_ bloc: any InspectedBloc)
    /// A manager keeps the bloc now.
    func place(_ bloc: BlocID, at place: BlocPlace)
    /// Says when it has no room for more; `nil` if it must hear of everything.
    var shedding: LoadShedding? { get }
}

/// What blocs do not tell an observer that has no room for it: events that begin meanwhile are only counted.
///
/// It holds for blocs that have no other observer.
@usableFromInline
package final class LoadShedding: Sendable {
    @usableFromInline
    let isOn = Atomic<Bool>(false)
    @usableFromInline
    let missed = Atomic<Int>(0)

    package init() {}

    @inlinable
    var isShedding: Bool { isOn.load(ordering: .relaxed) }

    package func begin() { isOn.store(true, ordering: .relaxed) }

    /// Hears of everything again, and returns the number of events that were only counted.
    package func end() -> Int {
        isOn.store(false, ordering: .relaxed)
        return missed.exchange(0, ordering: .relaxed)
    }

    @inlinable
    func miss() { missed.wrappingAdd(1, ordering: .relaxed) }
}

/// Where a manager keeps a bloc.
package struct BlocPlace: Sendable {
    package let key: AnyBlocKey
    /// The names of its scope and of the enclosing ones, outermost first.
    package let scope: [String]
    /// The key with which it is closed.
    package let parent: AnyBlocKey?
    let manager: WeakReference<BlocManager>

    /// Whether its parent or its scope is gone.
    package var isOrphan: Bool { manager.object?.isOrphan(key) ?? false }
}

/// A live bloc of any type, as an inspector needs it.
package protocol InspectedBloc: AnyObject, Sendable {
    var id: BlocID { get }
    var eventType: any Any.Type { get }
    /// Looks at it; the report has the name of the type as its key.
    func inspection() -> BlocInspection
    /// Adds an event, if it is one of its type.
    func add(any event: Any) -> Bool
    /// Goes back or, with a positive number, forward in its history; returns the number of steps that were possible.
    func travel(_ steps: Int) -> Int
}

/// A bloc at one moment.
package struct BlocInspection: Sendable {
    package let report: BlocReport
    package let state: any Sendable
    package let canUndo: Bool
    package let canRedo: Bool
}

extension BlocCore: InspectedBloc {
    package var eventType: any Any.Type { B.Event.self }

    package func inspection() -> BlocInspection {
        BlocInspection(
            report: report(key: AnyBlocKey(name: id.type)),
            state: withLock { $0.state },
            canUndo: historyAllows { $0.canUndo(from: $1) },
            canRedo: historyAllows { $0.canRedo(from: $1) }
        )
    }

    package func add(any event: Any) -> Bool {
        guard let event = event as? B.Event else { return false }
        _ = accept(event)
        return true
    }

    package func travel(_ steps: Int) -> Int {
        (0..<abs(steps)).prefix { _ in
            steps < 0 ? travel(.undo) { $0.undone(from: $1) } : travel(.redo) { $0.redone(from: $1) }
        }.count
    }

    /// Tells inspectors where the bloc is kept.
    func tell(_ place: BlocPlace) {
        guard hasHooks else { return }
        for case let inspector as any BlocInspecting in withLock({ $0.observers }) { inspector.place(id, at: place) }
    }
}
