import Bloc
import Dispatch
import Primitives
import Synchronization

/// Turns what happens in blocs into records.
///
/// The hooks only note what happened; a queue of its own makes the records from that a moment later. When more comes than it
/// can take, the rest is counted and left out: a bloc never waits.
final class InspectorObserver: BlocInspecting {
    /// Writes the record of something that happened in a bloc.
    private typealias Note = @Sendable (inout RecordWriter) -> Void

    private struct Waiting {
        var notes: [(write: Note, time: Date)] = []
        /// The new places of blocs, which are known before what is noted.
        var places: [UInt64: BlocPlace] = [:]
        var missing = 0
        var isScheduled = false
        /// Whether nothing is noted any more.
        var hasEnded = false
    }

    /// What keeps blocs from making notes that would be left out.
    let shedding: LoadShedding?
    private let waiting = Mutex(Waiting())
    /// Writes the lines, and has the live blocs.
    let writer: Mutex<RecordWriter>
    /// The number of notes that wait at most.
    private let mostNotes: Int
    /// The time for which notes are collected.
    private let delay: DispatchTimeInterval
    private let sink: @Sendable ([StreamLine]) -> Void
    /// Outside Swift's pool.
    private let queue = DispatchQueue(label: "bloc.inspector", qos: .utility)

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - showsAll: Whether to show the values of types that are not ``Inspectable``.
    ///   - isRecording: Whether values are kept whole, however large they are and however long they take.
    ///   - sequence: The number before that of the first record.
    ///   - sink: Gets the records in their order, one call at a time.
    init(
        showsAll: Bool,
        isRecording: Bool,
        after sequence: UInt64 = 0,
        sink: @escaping @Sendable ([StreamLine]) -> Void
    ) {
        shedding = isRecording ? nil : LoadShedding()
        writer = Mutex(RecordWriter(showsAll: showsAll, isRecording: isRecording, after: sequence))
        // Each takes up to 15 µs to write, so that a flood takes a third of one processor; a recording is to be whole.
        mostNotes = isRecording ? 50_000 : 2_000
        delay = .milliseconds(isRecording ? 5 : 50)
        self.sink = sink
    }

    // MARK: Noting

    func attach(_ bloc: any InspectedBloc) {
        note(always: true) { writer in
            writer.live[bloc.id.number] = .init(bloc: bloc)
            writer.add(isCreation: true) { $0.json(of: bloc, "created") }
        }
    }

    func place(_ bloc: BlocID, at place: BlocPlace) {
        waiting.withLock { waiting in
            if !waiting.hasEnded { waiting.places[bloc.number] = place }
        }
    }

    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        note { $0.accept(event, context, by: bloc) }
    }

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        note { writer in
            var line: RecordWriter.Line
            switch transition.trigger {
            case .event(let event, let context):
                writer.requireRecord(of: context.cause)
                line = writer.line(of: event, context, in: bloc)
            case .work(let work): line = writer.line(of: work, in: bloc)
            case let trigger: line = writer.line(LineTrigger(trigger), in: bloc)
            }
            if line.trigger != .event { line.outcome = .handled }
            line.stateName = ShownValue.stateName(of: transition.next)
            line.changed = ShownValue.changedFields(from: transition.current, to: transition.next)
            line.state = writer.shownState(transition.next, of: bloc, &line.isPartial)
            writer.append(line, of: bloc)
        }
    }

    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        // A dropped event has its own hook.
        if case .dropped = outcome { return }
        note { $0.end(event, context, outcome, in: bloc) }
    }

    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        note { $0.end(event, context, .dropped(reason), in: bloc) }
    }

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        // That of an event comes with its outcome.
        guard event == nil else { return }
        note { $0.append($0.line(.method, in: bloc), .failed(error), of: bloc) }
    }

    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {
        note { writer in
            var line = writer.line(.event, in: bloc)
            line.number = context.sequence
            line.cause = writer.record(of: context, in: bloc)
            line.outcome = .late
            writer.append(line, of: bloc)
        }
    }

    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        note { writer in
            var line = writer.line(.effect, EventName.of(effect), in: bloc)
            line.cause = writer.record(of: context, in: bloc)
            if writer.shows(effect) { line.effect = writer.json(of: effect, &line.isPartial) }
            writer.append(line, .handled, of: bloc)
        }
    }

    func onWork(_ bloc: BlocID, _ work: BlocWork, _ outcome: Outcome?) {
        note { writer in
            var line = writer.line(of: work, in: bloc)
            line.outcome = .started
            writer.append(line, outcome, of: bloc)
        }
    }

    func onClose(_ bloc: BlocID, byOwner: Bool) {
        note(always: true) { writer in
            writer.add { $0.json(of: bloc, "closed", at: nil) { $0.add("byOwner", byOwner) } }
            writer.forget(bloc.number)
        }
    }

    private func note(always: Bool = false, _ body: @escaping Note) {
        let time = Date()
        let schedules = waiting.withLock { waiting in
            guard !waiting.hasEnded else { return false }
            guard always || waiting.notes.count < mostNotes else {
                waiting.missing += 1
                shedding?.begin()
                return false
            }
            waiting.notes.append((body, time))
            defer { waiting.isScheduled = true }
            return !waiting.isScheduled
        }
        if schedules { queue.asyncAfter(deadline: .now() + delay) { [self] in write() } }
    }

    // MARK: Writing

    /// Makes records of all that was noted until now.
    private func write() {
        let noted = waiting.withLock { waiting in
            defer { waiting = Waiting(hasEnded: waiting.hasEnded) }
            return waiting
        }
        let missing = noted.missing + (shedding?.end() ?? 0)
        var rest = noted.notes[...]
        writer.withLock { $0.places.merge(noted.places) { $1 } }
        // In parts, so that a page need not wait long for the writer, and that not all lines are in memory at a time.
        repeat {
            let part = rest.prefix(500)
            rest = rest.dropFirst(500)
            let lines = writer.withLock { writer in
                for note in part {
                    writer.time = note.time
                    note.write(&writer)
                }
                // What was left out came after all that was kept.
                if rest.isEmpty, missing > 0 { writer.miss(missing) }
                return writer.take()
            }
            sink(lines)
        } while !rest.isEmpty
    }

    /// Waits until everything that was noted before has reached the sink.
    func flush() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                write()
                continuation.resume()
            }
        }
    }

    /// Writes what was noted before, and nothing from then on: blocs that live longer cost little more than without it.
    func end() async {
        waiting.withLock { $0.hasEnded = true }
        await flush()
    }
}
