#if Logging
public import Bloc
public import Logging

/// An observer that logs what happens in blocs with swift-log.
///
/// ```swift
/// let token = BlocObservers.install(LoggingObserver())
/// ```
///
/// Every entry has the bloc as metadata, and entries of events also have their sequence number and cause. Events are
/// logged by the names of their cases, and errors by the names of their types: the contents of events, states, effects
/// and errors may be personal and are logged only if ``content`` includes them.
public struct LoggingObserver: BlocObserver {
    /// The contents to log in addition to names.
    public struct Content: OptionSet, Sendable {
        /// The bits of the set.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Events with their values.
        public static let events = Content(rawValue: 1)
        /// The states before and after each transition.
        public static let states = Content(rawValue: 2)
        /// Effects with their values.
        public static let effects = Content(rawValue: 4)
        /// The descriptions of errors.
        public static let errors = Content(rawValue: 8)
        /// All of them.
        public static let all: Content = [.events, .states, .effects, .errors]
    }

    private let logger: Logger
    /// The contents to log in addition to names; nothing by default.
    public let content: Content
    /// The log level of everything except errors.
    public let level: Logger.Level
    /// The log level of errors.
    public let errorLevel: Logger.Level

    /// Creates an observer whose entries a logger receives; contents may be personal.
    public init(
        logger: Logger = Logger(label: "bloc"),
        content: Content = [],
        level: Logger.Level = .debug,
        errorLevel: Logger.Level = .warning
    ) {
        self.logger = logger
        self.content = content
        self.level = level
        self.errorLevel = errorLevel
    }

    /// Logs the creation of a bloc.
    public func onCreate(_ bloc: BlocID) {
        logger.log(level: level, "created", metadata: metadata(bloc, nil))
    }

    /// Logs an event.
    public func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        logger.log(level: level, "event", metadata: metadata(bloc, context, ["event": text(of: event)]))
    }

    /// Logs a transition: its trigger, and the states if ``content`` includes them.
    public func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        logger.log(level: level, "transition", metadata: metadata(of: transition, bloc))
    }

    /// Logs the end of an event.
    public func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        logger.log(level: level, "done", metadata: metadata(bloc, context, ["outcome": "\(outcome)"]))
    }

    /// Logs a dropped event, which may have no other entry.
    public func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        let more: () -> Logger.Metadata = { ["event": text(of: event), "reason": "\(reason)"] }
        logger.log(level: level, "dropped", metadata: metadata(bloc, context, more()))
    }

    /// Logs an error by its type.
    public func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        logger.log(level: errorLevel, "error", metadata: metadata(bloc, context, details(of: error, event)))
    }

    /// Logs a late emit.
    public func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {
        let more: () -> Logger.Metadata = { content.contains(.states) ? ["state": "\(state)"] : [:] }
        logger.log(level: level, "late emit", metadata: metadata(bloc, context, more()))
    }

    /// Logs an effect.
    public func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        let name: () -> Logger.MetadataValue = {
            content.contains(.effects) ? "\(effect)" : "\(EventName.of(effect))"
        }
        logger.log(level: level, "effect", metadata: metadata(bloc, context, ["effect": name()]))
    }

    /// Logs the close of a bloc.
    public func onClose(_ bloc: BlocID, byOwner: Bool) {
        logger.log(level: level, "closed", metadata: metadata(bloc, nil, ["by-owner": "\(byOwner)"]))
    }

    // MARK: Metadata

    private func text(of event: any Sendable) -> Logger.MetadataValue {
        content.contains(.events) ? "\(event)" : "\(EventName.of(event))"
    }

    private func metadata(of transition: AnyTransition, _ bloc: BlocID) -> Logger.Metadata {
        var context: EventContext?
        var more: Logger.Metadata = [:]
        switch transition.trigger {
        case .event(let event, let eventContext):
            more["event"] = text(of: event)
            context = eventContext
        case .work(let work):
            more["work"] = "\(work)"
            if let cause = work.cause { more["cause"] = "\(cause)" }
        case .undo, .redo, .restore, .method:
            more["trigger"] = "\(transition.trigger)"
        }
        if content.contains(.states) {
            more["from"] = "\(transition.current)"
            more["to"] = "\(transition.next)"
        }
        return metadata(bloc, context, more)
    }

    private func details(of error: any Error, _ event: (any Sendable)?) -> Logger.Metadata {
        var more: Logger.Metadata = ["error": "\(type(of: error))"]
        if content.contains(.errors) { more["description"] = "\(error)" }
        if let event { more["event"] = text(of: event) }
        return more
    }

    private func metadata(_ bloc: BlocID, _ context: EventContext?, _ more: Logger.Metadata = [:]) -> Logger.Metadata {
        var metadata = more
        metadata["bloc"] = "\(bloc)"
        if let context {
            metadata["sequence"] = "\(context.sequence)"
            if let cause = context.cause { metadata["cause"] = "\(cause)" }
        }
        return metadata
    }
}
#endif
