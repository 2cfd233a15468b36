#if Metrics
public import Bloc
public import Metrics

/// An observer that measures blocs with swift-metrics.
///
/// ```swift
/// let token = BlocObservers.install(MetricsObserver())
/// ```
///
/// All metrics have the dimension `bloc`, the name of the bloc's type, so their number stays small.
///
/// | metric | kind | meaning |
/// |---|---|---|
/// | `bloc.live` | meter | blocs that have been created but not closed |
/// | `bloc.events` | counter | accepted events |
/// | `bloc.states` | counter | published states |
/// | `bloc.errors` | counter | errors, with the dimension `error`, the name of the error's type |
/// | `bloc.drops` | counter | dropped events, with the dimension `reason`, such as `busy` |
/// | `bloc.late_emits` | counter | handlers that tried to publish after they had ended |
/// | `bloc.queue_length` | meter | accepted events whose handlers have not started |
/// | `bloc.handlers_running` | meter | handlers that have started but not ended |
/// | `bloc.waiting_time` | timer | the time from accepting an event to starting its handler |
/// | `bloc.handler_time` | timer | the time from the start of a handler to its end |
public final class MetricsObserver: BlocObserver {
    private let types: Lock<[UInt64: TypeMetrics]> = Lock([:])
    private let known: Lock<[String: TypeMetrics]> = Lock([:])
    private let prefix: String
    private let factory: any MetricsFactory
    private let now: @Sendable () -> Duration

    /// Returns `true`: handler starts are observed.
    public var observesStarts: Bool { true }

    /// Creates an observer whose labels have a prefix.
    ///
    /// The factory is by default that of the current task or of the process; the clock measures times.
    public init(
        prefix: String = "bloc",
        factory: (any MetricsFactory)? = nil,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.prefix = prefix
        self.factory = factory ?? MetricsSystem.factory
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// Counts a live bloc.
    public func onCreate(_ bloc: BlocID) {
        let metrics = metrics(of: bloc.type)
        types.withLock { $0[bloc.number] = metrics }
        metrics.live.increment()
    }

    /// Counts an event, which is now waiting.
    public func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        let metrics = metrics(of: bloc)
        metrics.events.increment()
        metrics.queueLength.increment()
        let accepted = now()
        metrics.open.withLock { $0[EventReference(bloc: bloc, sequence: context.sequence)] = .waiting(since: accepted) }
    }

    /// Records how long an event waited.
    public func onStart(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        let metrics = metrics(of: bloc)
        let start = now()
        let reference = EventReference(bloc: bloc, sequence: context.sequence)
        // Absent if the event was accepted before the observer was installed.
        let progress = metrics.open.withLock { open in
            open[reference] == nil ? nil : open.updateValue(.running(since: start), forKey: reference)
        }
        guard case .waiting(let accepted) = progress else { return }
        metrics.waitingTime.record(duration: start - accepted)
        metrics.queueLength.decrement()
        metrics.running.increment()
    }

    /// Records how long a handler ran.
    public func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        let metrics = metrics(of: bloc)
        let reference = EventReference(bloc: bloc, sequence: context.sequence)
        switch metrics.open.withLock({ $0.removeValue(forKey: reference) }) {
        case .waiting: metrics.queueLength.decrement()
        case .running(let start):
            metrics.running.decrement()
            metrics.handlerTime.record(duration: now() - start)
        case nil: break
        }
    }

    /// Counts a state.
    public func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        metrics(of: bloc).states.increment()
    }

    /// Counts a dropped event.
    public func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        counter("drops", bloc, "reason", "\(reason)").increment()
    }

    /// Counts an error.
    public func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        counter("errors", bloc, "error", "\(type(of: error))").increment()
    }

    /// Counts a late emit.
    public func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {
        metrics(of: bloc).lateEmits.increment()
    }

    /// Removes the bloc.
    public func onClose(_ bloc: BlocID, byOwner: Bool) {
        let metrics = types.withLock { $0.removeValue(forKey: bloc.number) }
        metrics?.live.decrement()
    }

    // MARK: Metrics

    /// Returns the metrics of a live bloc's type, without building the name of the type.
    private func metrics(of bloc: BlocID) -> TypeMetrics {
        types.withLock { $0[bloc.number] } ?? metrics(of: bloc.type)
    }

    private func metrics(of type: String) -> TypeMetrics {
        if let metrics = known.withLock({ $0[type] }) { return metrics }
        // Created outside the lock, because a factory is foreign code.
        let made = TypeMetrics(prefix: prefix, type: type, factory: factory)
        return known.withLock { known in
            let metrics = known[type] ?? made
            known[type] = metrics
            return metrics
        }
    }

    private func counter(_ name: String, _ bloc: BlocID, _ dimension: String, _ value: String) -> Counter {
        Counter(label: "\(prefix).\(name)", dimensions: [("bloc", bloc.type), (dimension, value)], factory: factory)
    }
}

/// The metrics of all blocs of one type, and the progress of their events that have not ended.
private final class TypeMetrics: Sendable {
    enum Progress {
        case waiting(since: Duration)
        case running(since: Duration)
    }

    let live: Meter
    let events: Counter
    let states: Counter
    let lateEmits: Counter
    let queueLength: Meter
    let running: Meter
    let waitingTime: Metrics.Timer
    let handlerTime: Metrics.Timer
    let open: Lock<[EventReference: Progress]> = Lock([:])

    init(prefix: String, type: String, factory: any MetricsFactory) {
        let dimensions = [("bloc", type)]
        live = Meter(label: "\(prefix).live", dimensions: dimensions, factory: factory)
        events = Counter(label: "\(prefix).events", dimensions: dimensions, factory: factory)
        states = Counter(label: "\(prefix).states", dimensions: dimensions, factory: factory)
        lateEmits = Counter(label: "\(prefix).late_emits", dimensions: dimensions, factory: factory)
        queueLength = Meter(label: "\(prefix).queue_length", dimensions: dimensions, factory: factory)
        running = Meter(label: "\(prefix).handlers_running", dimensions: dimensions, factory: factory)
        waitingTime = Metrics.Timer(label: "\(prefix).waiting_time", dimensions: dimensions, factory: factory)
        handlerTime = Metrics.Timer(label: "\(prefix).handler_time", dimensions: dimensions, factory: factory)
    }
}
#endif
