import Bloc
import Logging

/// Logs the events and transitions of blocs at the level debug, with sequence numbers and causes.
///
/// States and events hold names and addresses: they are never logged above debug.
struct BlocLogObserver: BlocObserver {
    private let log: Logger

    init(log: Logger = Logger(label: "contacts.bloc")) {
        self.log = log
    }

    func onCreate(_ bloc: BlocID) {
        log.debug("created", metadata: ["bloc": "\(bloc)"])
    }

    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        log.debug("event", metadata: metadata(bloc, context, ["event": "\(event)"]))
    }

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        var context: EventContext?
        if case .event(_, let eventContext) = transition.trigger { context = eventContext }
        log.debug(
            "transition",
            metadata: metadata(bloc, context, ["from": "\(transition.current)", "to": "\(transition.next)"])
        )
    }

    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        log.debug("done", metadata: metadata(bloc, context, ["outcome": "\(outcome)"]))
    }

    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        log.debug("dropped", metadata: metadata(bloc, context, ["reason": "\(reason)"]))
    }

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        // The type alone: the text of an error may quote what a user typed.
        log.warning("error", metadata: metadata(bloc, context, ["error": "\(type(of: error))"]))
    }

    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {
        log.debug("late emit", metadata: metadata(bloc, context, [:]))
    }

    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        log.debug("effect", metadata: metadata(bloc, context, ["effect": "\(effect)"]))
    }

    func onClose(_ bloc: BlocID, byOwner: Bool) {
        log.debug("closed", metadata: ["bloc": "\(bloc)", "by-owner": "\(byOwner)"])
    }

    private func metadata(_ bloc: BlocID, _ context: EventContext?, _ more: Logger.Metadata) -> Logger.Metadata {
        var metadata = more
        metadata["bloc"] = "\(bloc)"
        if let context {
            metadata["sequence"] = "\(context.sequence)"
            if let cause = context.cause { metadata["cause"] = "\(cause)" }
        }
        return metadata
    }
}
