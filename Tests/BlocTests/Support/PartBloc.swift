import Bloc
import BlocTesting
import TestWatch

/// A state with parts that works belong to.
struct PartState: Equatable, Sendable {
    var part: Int?
    var flag = false
    var notes: [String] = []
}

enum PartEvent: Equatable, Sendable {
    case part(Int?)
    case flag(Bool)
    case note(String)
}

/// A bloc whose events set the parts of its state.
typealias PartBloc = ProbeBloc<PartEvent, PartState, Never>

extension BlocBuilder where B == PartBloc {
    /// Registers the handler of all events.
    mutating func handleParts() {
        on { event, emit in
            emit.update { state in
                switch event {
                case .part(let part): state.part = part
                case .flag(let flag): state.flag = flag
                case .note(let note): state.notes.append(note)
                }
            }
        }
    }

    /// Registers work on the part that sleeps, and notes its parts.
    mutating func sleep(noting parts: Log<Int> = Log(), isBackground: Bool = false) {
        when(\.part, isBackground: isBackground) { part, emit in
            parts.append(part)
            try await emit.sleep(for: .seconds(100))
        }
    }
}

/// Observes works: a line for each start, end, error and close, and the works and events themselves.
struct WorkLog: BlocObserver {
    let lines = Log<String>()
    /// The runs, in the order of their starts.
    let works = Log<BlocWork>()
    let events = Log<(bloc: BlocID, context: EventContext)>()
    /// The triggers of transitions that are works.
    let triggers = Log<BlocWork>()
    let errors = Log<BlocError>()

    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        events.append((bloc, context))
    }

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        if case .work(let work) = transition.trigger { triggers.append(work) }
    }

    func onWork(_ bloc: BlocID, _ work: BlocWork, _ outcome: Outcome?) {
        if outcome == nil { works.append(work) }
        lines.append(outcome.map { "end \(work.run) \($0)" } ?? "start \(work.run)")
    }

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        if let error = error as? BlocError { errors.append(error) }
        lines.append("error \((error as? BlocError)?.code.rawValue ?? "\(error)") \(event.map { "\($0)" } ?? "-")")
    }

    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) { lines.append("late") }

    func onClose(_ bloc: BlocID, byOwner: Bool) { lines.append(byOwner ? "close" : "released") }

    /// Creates a bloc that this observes.
    func observed(
        _ clock: ManualClock,
        _ initialState: PartState = PartState(),
        _ build: (inout BlocBuilder<PartBloc>) -> Void
    ) -> PartBloc {
        withBlocObserver(self) {
            PartBloc(initialState) { bloc in
                bloc.clock = BlocClock(clock)
                bloc.handleParts()
                build(&bloc)
            }
        }
    }
}
