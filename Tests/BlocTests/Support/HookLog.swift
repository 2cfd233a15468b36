import Bloc

/// Writes every call of an observer's hooks as one line.
struct HookLog: BlocObserver {
    let log: Log<String>
    var prefix = ""

    func onCreate(_ bloc: BlocID) { write("create \(bloc.type)") }

    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        write("event \(event) #\(context.sequence)")
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

extension BlocBuilder {
    /// Writes every call of the bloc's own hooks as one line, as ``HookLog`` does.
    mutating func log(to log: Log<String>, prefix: String) {
        onCreate { log.append("\(prefix)create") }
        onEvent { log.append("\(prefix)event \($0) #\($1.sequence)") }
        onTransition { log.append("\(prefix)transition \($0.current) \($0.trigger.word) \($0.next)") }
        onDone { log.append("\(prefix)done \($0) #\($1.sequence) \($2)") }
        onDropped { log.append("\(prefix)dropped \($0) #\($1.sequence) \($2)") }
        onError { log.append("\(prefix)error \($0) \($1.map { "\($0)" } ?? "-") \($2.word)") }
        onLateEmit { log.append("\(prefix)late \($0) #\($1.sequence)") }
        onEffect { log.append("\(prefix)effect \($0) \($1.word)") }
        onClose { log.append("\(prefix)close \($0 ? "by owner" : "released")") }
    }
}
