import Bloc
import Primitives
import Repository
import Synchronization

/// Something that happened in a bloc, in names alone: what events and states contain may be personal.
struct LoggedTransition: Equatable, Sendable {
    enum Kind: String, Sendable {
        case transition = "Transition"
        case effect = "Effect"
        case dropped = "Dropped event"
        case error = "Error"
    }

    /// Its number, counted from 1 since the program began.
    let number: Int
    let date: Date
    let kind: Kind
    /// The bloc, such as `contact-browser#12`.
    let bloc: String
    /// The event that it followed, such as `queryChanged`.
    let event: String
    /// The change, such as `content: loading → hasData`.
    let change: String
    /// The event of another handler that caused the event, such as `router#3/17`; `nil` for an event from outside.
    let cause: String?
}

/// Keeps the last transitions, effects and errors of all blocs that are created while it observes.
///
/// It keeps names of events, states and fields, never their values.
final class TransitionLog: BlocObserver {
    /// The maximum number of entries that are kept; the oldest are dropped first.
    static let limit = 1_000

    private struct Content {
        /// The oldest first; now and then those beyond the limit are dropped.
        var entries: [LoggedTransition] = []
        var count = 0
        var listener: AsyncStream<Void>.Continuation?
    }

    private let content = Mutex(Content())
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    var entries: [LoggedTransition] { content.withLock { Array($0.entries.suffix(Self.limit)) } }

    /// Gives an element soon after entries were added, to the page that asked last; several may have come for one element.
    func additions() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        content.withLock { $0.listener = continuation }
        return stream
    }

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        let change = StateChange.text(from: transition.current, to: transition.next)
        switch transition.trigger {
        case .event(let event, let context): add(.transition, bloc, EventName.of(event), change, context)
        case .undo: add(.transition, bloc, "(undo)", change)
        case .redo: add(.transition, bloc, "(redo)", change)
        case .work(let work): add(.transition, bloc, "(\(work))", change)
        case .restore: add(.transition, bloc, "(restore)", change)
        case .method: add(.transition, bloc, "(method)", change)
        }
    }

    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        add(.effect, bloc, "(effect)", EventName.of(effect), context)
    }

    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        add(.dropped, bloc, EventName.of(event), "dropped: \(reason)", context)
    }

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        // The code of our own errors isn't secret, but a message may be personal.
        let code = (error as? RepositoryError).map { ": " + $0.code.rawValue } ?? ""
        add(.error, bloc, event.map(EventName.of) ?? "(error)", "\(type(of: error))\(code)", context)
    }

    private func add(
        _ kind: LoggedTransition.Kind,
        _ bloc: BlocID,
        _ event: String,
        _ change: String,
        _ context: EventContext? = nil
    ) {
        let date = now()
        let listener = content.withLock { content in
            content.count += 1
            let entry = LoggedTransition(
                number: content.count,
                date: date,
                kind: kind,
                bloc: "\(bloc.name ?? bloc.type)#\(bloc.number)",
                event: event,
                change: change,
                cause: context?.cause.map { "\($0.bloc.name ?? $0.bloc.type)#\($0.bloc.number)/\($0.sequence)" }
            )
            if content.entries.count == 2 * Self.limit { content.entries.removeFirst(Self.limit) }
            content.entries.append(entry)
            return content.listener
        }
        listener?.yield()
    }
}

/// Describes the change of a transition by the names of cases and fields, since values may be personal.
enum StateChange {
    /// The change between two states, such as `loading → hasData`, or `content: loading → hasData, total`.
    static func text(from old: Any, to new: Any) -> String {
        let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
        switch after.displayStyle {
        case .enum:
            let names = (name(of: old, before), name(of: new, after))
            return names.0 == names.1 ? names.1 : "\(names.0) → \(names.1)"
        case .struct, .class:
            let fields = zip(before.children, after.children).compactMap { old, new -> String? in
                guard let label = new.label, !areEqual(old.value, new.value) else { return nil }
                let (was, now) = (Mirror(reflecting: old.value), Mirror(reflecting: new.value))
                guard now.displayStyle == .enum, was.displayStyle == .enum else { return label }
                let names = (name(of: old.value, was), name(of: new.value, now))
                return names.0 == names.1 ? label : "\(label): \(names.0) → \(names.1)"
            }
            return fields.isEmpty ? "\(type(of: new))" : fields.joined(separator: ", ")
        default:
            return "\(type(of: new))"
        }
    }

    private static func name(of value: Any, _ mirror: Mirror) -> String {
        // A description may be custom, and so personal, only for a case without values, which says nothing of its own.
        mirror.children.first?.label ?? (mirror.children.isEmpty ? "\(value)" : "\(type(of: value))")
    }

    private static func areEqual(_ left: Any, _ right: Any) -> Bool {
        guard let left = left as? any Equatable else { return false }
        return isEqual(left, right)
    }

    private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
        (right as? Value) == left
    }
}
