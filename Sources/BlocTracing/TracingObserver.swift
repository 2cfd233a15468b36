#if Tracing
public import Bloc
public import Tracing

/// An observer that creates a span for every event with swift-distributed-tracing.
///
/// ```swift
/// let token = BlocObservers.install(TracingObserver())
/// ```
///
/// A span starts when its event is accepted and ends with it; the start of the handler and each transition are events
/// of the span. An event that a handler added through its emitter, to its own bloc or to another, is a child of the
/// handler's event, so spans follow causes from bloc to bloc. Spans have names and numbers, but never the contents of
/// events, states or errors, which may be personal.
///
/// Spans that a handler creates are not children of the event's span, because a handler runs in its own task.
public final class TracingObserver: BlocObserver {
    private struct Guarded {
        /// The spans of events that have not ended.
        var open: [EventReference: any Span] = [:]
        /// The contexts of ended spans: an event that one of them caused may be reported later.
        var ended = RecentEvents<ServiceContext>(512)
    }

    private let guarded = Lock(Guarded())
    private let tracer: any Tracer
    private let adoptsContext: Bool

    /// Returns `true`: handler starts are observed.
    public var observesStarts: Bool { true }

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - tracer: Creates the spans; by default the tracer of the current task or of the process.
    ///   - adoptsContext: Whether an event without a cause is a child of the span of the task that adds it, such as a
    ///     request's span. Observers are called by a task that is currently working for the bloc: if several tasks add
    ///     events to one bloc at once, that may be a different one. If false, such an event begins a new trace.
    public init(tracer: (any Tracer)? = nil, adoptsContext: Bool = true) {
        self.tracer = tracer ?? InstrumentationSystem.tracer
        self.adoptsContext = adoptsContext
    }

    /// Starts a span.
    public func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        let span = span(of: event, bloc, context)
        guarded.withLock { $0.open[EventReference(bloc: bloc, sequence: context.sequence)] = span }
    }

    /// Records the start of the handler.
    public func onStart(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        open(bloc, context)?.addEvent(SpanEvent(name: "handler started"))
    }

    /// Records a transition.
    public func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        guard case .event(_, let context) = transition.trigger else { return }
        open(bloc, context)?.addEvent(SpanEvent(name: "transition"))
    }

    /// Records an error by its type.
    public func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        guard let context, let span = open(bloc, context) else { return }
        span.attributes["error.type"] = "\(type(of: error))"
        span.setStatus(SpanStatus(code: .error))
    }

    /// Records why an event was dropped; an event that was never accepted gets a span without duration.
    public func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        if let span = open(bloc, context) {
            span.attributes["bloc.drop_reason"] = "\(reason)"
            return
        }
        let span = span(of: event, bloc, context)
        span.attributes["bloc.outcome"] = "dropped"
        span.attributes["bloc.drop_reason"] = "\(reason)"
        span.end()
    }

    /// Ends the span.
    public func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        let reference = EventReference(bloc: bloc, sequence: context.sequence)
        let span = guarded.withLock { guarded -> (any Span)? in
            guard let span = guarded.open.removeValue(forKey: reference) else { return nil }
            guarded.ended[reference] = span.context
            return span
        }
        span?.attributes["bloc.outcome"] = EventName.of(outcome)
        span?.end()
    }

    private func open(_ bloc: BlocID, _ context: EventContext) -> (any Span)? {
        guarded.withLock { $0.open[EventReference(bloc: bloc, sequence: context.sequence)] }
    }

    private func span(of event: any Sendable, _ bloc: BlocID, _ context: EventContext) -> any Span {
        let span = tracer.startAnySpan("\(bloc.type) \(EventName.of(event))", context: parent(of: context))
        span.attributes["bloc.type"] = bloc.type
        if let name = bloc.name { span.attributes["bloc.name"] = name }
        span.attributes["bloc.number"] = Int64(clamping: bloc.number)
        span.attributes["bloc.sequence"] = Int64(clamping: context.sequence)
        if let cause = context.cause { span.attributes["bloc.cause"] = "\(cause)" }
        return span
    }

    private func parent(of context: EventContext) -> ServiceContext {
        guard let cause = context.cause else { return adoptsContext ? ServiceContext.current ?? .topLevel : .topLevel }
        return guarded.withLock { $0.open[cause]?.context ?? $0.ended[cause] } ?? .topLevel
    }
}
#endif
