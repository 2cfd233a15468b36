import Bloc
import TestWatch

/// Writes every call of an observer's hooks as one line.
struct HookLog: BlocObserver {
    let log: Log<String>
    var prefix = ""
    var observesStarts = false

    func onCreate(_ bloc: BlocID) { write("create \(bloc.type)") }

    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        write("event \(event) #\(context.sequence)")
    }

    func onStart(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        write("start \(event) #\(context.sequence)")
    }

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        write("transition \(transition.current) \(transition.trigger.word) \(transition.next)")
    }

    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        write("done \(event) #\(context.sequence) \(outcome)")
    }

    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        write("dropped \(event) #\(context.sequence) \(reason)")
    }

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        write(
            "error \((error as? BlocError)?.code.rawValue ?? "\(error)") \(event.map { "\($0)" } ?? "-") \(context.word)"
        )
    }

    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {
        write("late \(state) #\(context.sequence)")
    }

    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        write("effect \(effect) \(context.word)")
    }

    func onClose(_ bloc: BlocID, byOwner: Bool) { write("close \(byOwner ? "by owner" : "released")") }

    private func write(_ line: String) { log.append(prefix + line) }
}

extension EventContext? {
    /// The number of the event, or that there is none.
    var word: String { map { "#\($0.sequence)" } ?? "-" }
}

extension TransitionTrigger {
    /// The event, or the kind of trigger.
    var word: String {
        switch self {
        case .event(let event, let context): "\(event) #\(context.sequence)"
        case .work: "work"
        case .undo: "undo"
        case .redo: "redo"
        case .restore: "restore"
        case .method: "method"
        }
    }
}
