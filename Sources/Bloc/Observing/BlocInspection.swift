public import Synchronization

/// An observer that also gets the blocs themselves, to read their state and to act on them.
package protocol BlocInspecting: BlocObserver {
    /// Called while a bloc is being created; the observer must hold it weakly.
    func attach(_ bloc: any InspectedBloc)
    /// Called when a manager begins to keep the bloc.
    func place(_ bloc: BlocID, at place: BlocPlace)
    /// The switch for shedding load; `nil` if the observer must be notified of everything.
    var shedding: LoadShedding? { get }
}

/// A switch for an observer that can't keep up: while it is on, new events are only counted.
///
/// Applies only to blocs that have no other observer.
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

    /// Resumes notifications, and returns the number of events that were only counted.
    package func end() -> Int {
        isOn.store(false, ordering: .relaxed)
        return missed.exchange(0, ordering: .relaxed)
    }

    @inlinable
    func miss() { missed.wrappingAdd(1, ordering: .relaxed) }
}

/// The place of a bloc in a manager.
package struct BlocPlace: Sendable {
    package let key: AnyBlocKey
    /// The names of its scope and the enclosing scopes, outermost first.
    package let scope: [String]
    /// The key of the bloc that it is closed with.
    package let parent: AnyBlocKey?
    let manager: WeakReference<BlocManager>

    /// Whether its parent or its scope is gone.
    package var isOrphan: Bool { manager.object?.isOrphan(key) ?? false }
}

/// A live bloc of any type, as needed by an inspector.
package protocol InspectedBloc: AnyObject, Sendable {
    var id: BlocID { get }
    var eventType: any Any.Type { get }
    /// Returns a snapshot of the bloc; the report's key is the name of the type.
    func inspection() -> BlocInspection
    /// Adds an event and returns `true`, if the event has the bloc's event type.
    func add(any event: Any) -> Bool
    /// Moves back in the history or, if positive, forward; returns the number of steps that were possible.
    func travel(_ steps: Int) -> Int
}

/// A snapshot of a bloc.
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

    /// Notifies inspectors of the bloc's place in a manager.
    func tell(_ place: BlocPlace) {
        guard hasHooks else { return }
        for case let inspector as any BlocInspecting in withLock({ $0.observers }) { inspector.place(id, at: place) }
    }
}
