public import Bloc

/// One call of a hook, as recorded by ``RecordingBlocObserver``.
///
/// Two entries are equal when their kind, bloc and values are equal. `Equatable` values are compared with `==`, others by their
/// text.
public enum BlocLogEntry: Sendable {
    /// A bloc was created.
    case create(BlocID)
    /// An event was accepted.
    case event(BlocID, any Sendable, EventContext)
    /// A state was published, with its trigger.
    case transition(BlocID, AnyTransition)
    /// An accepted event has ended.
    case done(BlocID, any Sendable, EventContext, Outcome)
    /// An event was dropped.
    case dropped(BlocID, any Sendable, EventContext, DropReason)
    /// An error was reported, for this event if there is one.
    case error(BlocID, any Error, (any Sendable)?, EventContext?)
    /// A handler tried to publish this state after it ended.
    case lateEmit(BlocID, any Sendable, EventContext)
    /// An effect was emitted.
    case effect(BlocID, any Sendable, EventContext?)
    /// A bloc closed.
    case close(BlocID, byOwner: Bool)

    /// The bloc of the entry.
    public var bloc: BlocID {
        switch self {
        case .create(let bloc), .event(let bloc, _, _), .transition(let bloc, _),
            .done(let bloc, _, _, _), .dropped(let bloc, _, _, _), .error(let bloc, _, _, _), .lateEmit(let bloc, _, _),
            .effect(let bloc, _, _), .close(let bloc, _):
            bloc
        }
    }
}

extension BlocLogEntry: Equatable {
    /// Compares kind, bloc and values.
    public static func == (left: BlocLogEntry, right: BlocLogEntry) -> Bool {
        guard left.bloc == right.bloc else { return false }
        switch (left, right) {
        case (.create, .create):
            return true
        case (.event(_, let leftEvent, let leftContext), .event(_, let rightEvent, let rightContext)):
            return areSame(leftEvent, rightEvent) && leftContext == rightContext
        case (.transition(_, let left), .transition(_, let right)):
            return areSame(left.current, right.current) && areSame(left.next, right.next)
                && areSame(left.trigger, right.trigger)
        case (.done(_, let left, let leftContext, let leftEnd), .done(_, let right, let rightContext, let rightEnd)):
            return areSame(left, right) && leftContext == rightContext && "\(leftEnd)" == "\(rightEnd)"
        case (.dropped(_, let left, let leftContext, let why), .dropped(_, let right, let rightContext, let otherWhy)):
            return areSame(left, right) && leftContext == rightContext && why == otherWhy
        case (.error(_, let left, _, let leftContext), .error(_, let right, _, let rightContext)):
            return areSame(left, right) && leftContext == rightContext
        case (.lateEmit(_, let left, let leftContext), .lateEmit(_, let right, let rightContext)):
            return areSame(left, right) && leftContext == rightContext
        case (.effect(_, let left, let leftContext), .effect(_, let right, let rightContext)):
            return areSame(left, right) && leftContext == rightContext
        case (.close(_, let left), .close(_, let right)):
            return left == right
        default:
            return false
        }
    }
}

extension BlocLogEntry: CustomStringConvertible {
    /// The entry as a line of text that is the same in every run: `CounterBloc onEvent 1 incremented`.
    ///
    /// It begins with the type and name of the bloc, without its number. Events have their numbers in the bloc.
    public var description: String { "\(label(of: bloc)) \(call)" }

    private var call: String {
        switch self {
        case .create:
            "onCreate"
        case .event(_, let event, let context):
            "onEvent \(context.sequence) \(event)\(cause(context))"
        case .transition(_, let transition):
            "onTransition \(transition.current) → \(transition.next) by \(text(of: transition.trigger))"
        case .done(_, let event, let context, let outcome):
            "onDone \(context.sequence) \(event): \(outcome)"
        case .dropped(_, let event, let context, let reason):
            "onDropped \(context.sequence) \(event): \(reason)"
        case .error(_, let error, let event, let context):
            "onError\(text(of: event, context)): \(error)"
        case .lateEmit(_, let state, let context):
            "onLateEmit \(context.sequence): \(state)"
        case .effect(_, let effect, let context):
            "onEffect\(context.map { " \($0.sequence)" } ?? ""): \(effect)"
        case .close(_, let byOwner):
            byOwner ? "onClose" : "onClose, not by its owner"
        }
    }

    private func label(of bloc: BlocID) -> String {
        bloc.name.map { "\(bloc.type)(\($0))" } ?? bloc.type
    }

    private func cause(_ context: EventContext) -> String {
        context.cause.map { ", caused by \(label(of: $0.bloc)) \($0.sequence)" } ?? ""
    }

    private func text(of trigger: TransitionTrigger<any Sendable>) -> String {
        if case .event(let event, let context) = trigger { "\(context.sequence) \(event)" } else { "\(trigger)" }
    }

    private func text(of event: (any Sendable)?, _ context: EventContext?) -> String {
        guard let event, let context else { return "" }
        return " \(context.sequence) \(event)"
    }
}
