public import Bloc

/// A recorded hook call; see ``RecordingBlocObserver``.
///
/// Two entries are equal if their kinds, blocs and values are equal. `Equatable` values are compared with `==`, all
/// others by their text.
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
    /// An error was reported, with the event that it belongs to, if any.
    case error(BlocID, any Error, (any Sendable)?, EventContext?)
    /// A handler tried to publish this state after it had ended.
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
        let (leftValues, rightValues) = (left.values, right.values)
        return left.bloc == right.bloc && leftValues.count == rightValues.count
            && zip(leftValues, rightValues).allSatisfy { areSame($0, $1) }
    }

    /// The kind and the values.
    private var values: [Any] {
        switch self {
        case .create: ["create"]
        case .event(_, let event, let context): ["event", event, context]
        case .transition(_, let transition):
            ["transition", transition.current, transition.next, transition.trigger]
        case .done(_, let event, let context, let outcome): ["done", event, context, outcome]
        case .dropped(_, let event, let context, let reason): ["dropped", event, context, reason]
        case .error(_, let error, _, let context): ["error", error, [context]]
        case .lateEmit(_, let state, let context): ["late", state, context]
        case .effect(_, let effect, let context): ["effect", effect, [context]]
        case .close(_, let byOwner): ["close", byOwner]
        }
    }
}

extension BlocLogEntry: CustomStringConvertible {
    /// The entry as a line of text that is the same in every run: `CounterBloc onEvent 1 incremented`.
    ///
    /// It starts with the type and name of the bloc, without the bloc's number. Events have their numbers in the bloc.
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

    private func label(of bloc: BlocID) -> String { bloc.name.map { "\(bloc.type)(\($0))" } ?? bloc.type }

    private func cause(_ context: EventContext) -> String {
        context.cause.map { ", caused by \(label(of: $0.bloc)) \($0.sequence)" } ?? ""
    }

    private func text(of trigger: TransitionTrigger) -> String {
        if case .event(let event, let context) = trigger { "\(context.sequence) \(event)" } else { "\(trigger)" }
    }

    private func text(of event: (any Sendable)?, _ context: EventContext?) -> String {
        guard let event, let context else { return "" }
        return " \(context.sequence) \(event)"
    }
}
