/// What few blocs have, or have for a moment only: a bloc without it pays one word of memory.
@usableFromInline
struct RareState<B: StateSource>: Sendable {
    /// The debounced events, by registration.
    @usableFromInline
    var debounces: [Int: CoreState<B>.PendingDebounce] = [:]
    /// When the last event passed the throttle of a registration.
    @usableFromInline
    var throttledSince: [Int: Duration] = [:]
    @usableFromInline
    var timers: [Task<Void, Never>] = []
    /// The states that can be undone, if the bloc keeps them.
    @usableFromInline
    var history: UndoStateMachine<B.State>?
    /// What saves the state, if the bloc is hydrated.
    @usableFromInline
    var saver: Saver<B.State>?
    /// The last handlers whose late emit was reported, so that each is reported once.
    @usableFromInline
    var reportedLate: [UInt64] = []
    /// What keeps the bloc alive until it has ended: released earlier, it would close itself without waiting.
    @usableFromInline
    var keepers: [any AnyObject & Sendable] = []
    /// What runs when closing begins; what it returns is kept until the end.
    @usableFromInline
    var closeActions: [@Sendable () -> (any AnyObject & Sendable)?] = []
    /// The places in registries after the first.
    @usableFromInline
    var moreHomes: [BlocHome] = []

    @inlinable
    init() {}
}

// An array of at most one element is a box that is allocated when it is first written to, and `Sendable`. A part is read with
// `rare[0]`: `first` copies all of it.
extension CoreState {
    @inlinable
    var debounces: [Int: PendingDebounce] {
        get { rare.isEmpty ? [:] : rare[0].debounces }
        set { if !newValue.isEmpty || !rare.isEmpty { written.debounces = newValue } }
        _modify { yield &written.debounces }
    }

    @inlinable
    var throttledSince: [Int: Duration] {
        get { rare.isEmpty ? [:] : rare[0].throttledSince }
        _modify { yield &written.throttledSince }
    }

    @inlinable
    var timers: [Task<Void, Never>] {
        get { rare.isEmpty ? [] : rare[0].timers }
        set { if !newValue.isEmpty || !rare.isEmpty { written.timers = newValue } }
        _modify { yield &written.timers }
    }

    @inlinable
    var history: UndoStateMachine<B.State>? {
        get { rare.isEmpty ? nil : rare[0].history }
        set { if newValue != nil || !rare.isEmpty { written.history = newValue } }
    }

    @inlinable
    var saver: Saver<B.State>? {
        get { rare.isEmpty ? nil : rare[0].saver }
        set { if newValue != nil || !rare.isEmpty { written.saver = newValue } }
    }

    @inlinable
    var reportedLate: [UInt64] {
        get { rare.isEmpty ? [] : rare[0].reportedLate }
        _modify { yield &written.reportedLate }
    }

    @inlinable
    var keepers: [any AnyObject & Sendable] {
        get { rare.isEmpty ? [] : rare[0].keepers }
        set { if !newValue.isEmpty || !rare.isEmpty { written.keepers = newValue } }
    }

    /// Takes the places of the bloc in registries and what is to run, when closing begins.
    @inlinable
    mutating func beginClosing() -> (homes: [BlocHome], actions: [@Sendable () -> (any AnyObject & Sendable)?]) {
        hasBegunClosing = true
        return (takeHomes(), takeCloseActions())
    }

    /// Takes the places of the bloc in registries.
    @inlinable
    mutating func takeHomes() -> [BlocHome] {
        guard let first = home.take() else { return [] }
        guard !rare.isEmpty else { return [first] }
        defer { rare[0].moreHomes = [] }
        return [first] + rare[0].moreHomes
    }

    /// Takes what is to run when closing begins.
    @inlinable
    mutating func takeCloseActions() -> [@Sendable () -> (any AnyObject & Sendable)?] {
        guard !rare.isEmpty else { return [] }
        defer { rare[0].closeActions = [] }
        return rare[0].closeActions
    }

    /// The rare part, to be changed.
    @inlinable
    var written: RareState<B> {
        get { rare.first ?? RareState() }
        _modify {
            if rare.isEmpty { rare = [RareState()] }
            yield &rare[0]
        }
    }
}
