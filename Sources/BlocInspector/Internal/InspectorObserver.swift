import Bloc
import Primitives
import Synchronization

/// Turns what happens in blocs into records.
///
/// The hooks only note what happened; a queue of its own makes the records from that a moment later. When more comes than it
/// can take, the rest is counted and left out: a bloc never waits.
final class InspectorObserver: BlocInspecting {
    /// Something that happened in a bloc.
    private enum Note {
        case created(any InspectedBloc)
        case placed(BlocID, BlocPlace)
        case accepted(BlocID, any Sendable, EventContext)
        case transition(BlocID, AnyTransition)
        case done(BlocID, any Sendable, EventContext, Outcome)
        case dropped(BlocID, any Sendable, EventContext, DropReason)
        case error(BlocID, any Error)
        case late(BlocID, EventContext)
        case effect(BlocID, any Sendable, EventContext?)
        case work(BlocID, BlocWork, Outcome?)
        case closed(BlocID, byOwner: Bool)
    }

    private struct Waiting {
        var notes: [(note: Note, time: Int64)] = []
        var missing = 0
        var isScheduled = false
        /// Whether nothing is noted any more.
        var hasEnded = false
    }

    /// A live bloc as it was last seen.
    private struct Live {
        weak var bloc: (any InspectedBloc)?
        let id: BlocID
        var place: BlocPlace?
        var name: String { id.name ?? place?.key.name ?? id.type }
        /// Whether something happened since the last report.
        var isDirty = true
        var example: [UInt8]?
        /// Until when its values are left out, because making them takes too long.
        var resting: ContinuousClock.Instant?
    }

    private struct Written {
        var sequence: UInt64 = 0
        var live: [UInt64: Live] = [:]
        /// The last record of each of the latest events.
        var records: [EventReference: UInt64] = [:]
        var order: [EventReference] = []
        /// The events without a record that have not ended.
        var accepted: [EventReference: (event: any Sendable, context: EventContext)] = [:]
    }

    /// The number of notes that wait at most: each takes up to 15 µs to write, so that a flood takes a third of one processor.
    private static let mostNotes = 2_000
    /// The same of a recording, which is to be whole.
    private static let mostRecordedNotes = 50_000
    /// The number of latest events that are remembered, so that later records can name them as their cause.
    private static let memory = 10_000
    /// The number of reports a second.
    private static let mostReports = 1_000

    /// What keeps blocs from making notes that would be left out.
    let shedding: LoadShedding?
    private let waiting = Mutex(Waiting())
    private let written = Mutex(Written())
    private let showsAll: Bool
    private let isRecording: Bool
    private let delay: Duration
    private let sink: @Sendable ([InspectorRecord]) -> Void
    private let worker = SerialWorker()

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - showsAll: Whether to show the values of types that are not ``Inspectable``.
    ///   - isRecording: Whether values are kept whole, however large they are and however long they take.
    ///   - delay: The time for which notes are collected.
    ///   - sink: Gets the records in their order, one call at a time.
    init(
        showsAll: Bool,
        isRecording: Bool,
        delay: Duration,
        sink: @escaping @Sendable ([InspectorRecord]) -> Void
    ) {
        self.showsAll = showsAll
        self.isRecording = isRecording
        shedding = isRecording ? nil : LoadShedding()
        self.delay = delay
        self.sink = sink
    }

    // MARK: Noting

    func attach(_ bloc: any InspectedBloc) { note(.created(bloc), always: true) }
    func place(_ bloc: BlocID, at place: BlocPlace) { note(.placed(bloc, place), always: true) }
    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        note(.accepted(bloc, event, context))
    }
    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) { note(.transition(bloc, transition)) }

    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        // A dropped event has its own hook.
        if case .dropped = outcome { return }
        note(.done(bloc, event, context, outcome))
    }

    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        note(.dropped(bloc, event, context, reason))
    }

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        // That of an event comes with its outcome.
        if event == nil { note(.error(bloc, error)) }
    }

    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) { note(.late(bloc, context)) }
    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        note(.effect(bloc, effect, context))
    }
    func onWork(_ bloc: BlocID, _ work: BlocWork, _ outcome: Outcome?) { note(.work(bloc, work, outcome)) }
    func onClose(_ bloc: BlocID, byOwner: Bool) { note(.closed(bloc, byOwner: byOwner), always: true) }

    private func note(_ note: Note, always: Bool = false) {
        let time = StreamTime.now
        let schedules = waiting.withLock { waiting in
            guard !waiting.hasEnded else { return false }
            guard always || waiting.notes.count < (isRecording ? Self.mostRecordedNotes : Self.mostNotes) else {
                waiting.missing += 1
                shedding?.begin()
                return false
            }
            waiting.notes.append((note, time))
            defer { waiting.isScheduled = true }
            return !waiting.isScheduled
        }
        if schedules { worker.run(after: delay) { [self] in write() } }
    }

    // MARK: Writing

    /// Makes records of all that was noted until now.
    private func write() {
        let (notes, missing) = waiting.withLock { waiting in
            defer { waiting = Waiting(hasEnded: waiting.hasEnded) }
            return (waiting.notes, waiting.missing + (shedding?.end() ?? 0))
        }
        let records = written.withLock { written in
            var batch = Batch()
            for case (.placed(let id, let place), _) in notes { batch.places[id.number] = place }
            for (note, time) in notes { record(note, time, &batch, &written) }
            // What was left out came after all that was kept.
            if missing > 0 { append(.gap(missing), StreamTime.now, &batch, &written) }
            return batch.records
        }
        // Under no lock: the sink asks for blocs of its own.
        sink(records)
    }

    /// Waits until everything that was noted before has reached the sink.
    func flush() async {
        await worker.run { [self] in write() }
    }

    /// Writes what was noted before, and nothing from then on: blocs that live longer cost little more than without it.
    func end() async {
        waiting.withLock { $0.hasEnded = true }
        await flush()
    }

    /// The records of one round, and where the last one of each event is.
    private struct Batch {
        var records: [InspectorRecord] = []
        var last: [UInt64: Int] = [:]
        /// The places of the blocs that were created in this round, which are known before their first record.
        var places: [UInt64: BlocPlace] = [:]
    }

    private func record(_ note: Note, _ time: Int64, _ batch: inout Batch, _ written: inout Written) {
        switch note {
        case .created(let bloc):
            let place = batch.places[bloc.id.number]
            written.live[bloc.id.number] = Live(bloc: bloc, id: bloc.id, place: place)
            append(.bloc(line(of: bloc, .created, &written)), time, &batch, &written)
        case .placed(let id, let place): written.live[id.number]?.place = place
        case .closed(let id, let byOwner):
            let live = written.live.removeValue(forKey: id.number)
            let name = BlocName(name: live?.name ?? id.name ?? id.type, instance: id.number)
            let line = BlocLine(bloc: name, type: id.type, phase: .closed, byOwner: byOwner)
            append(.bloc(line), time, &batch, &written)
        case .accepted(let id, let event, let context):
            // The end of some is missing after a flood.
            if written.accepted.count > Self.memory { written.accepted = [:] }
            written.accepted[EventReference(bloc: id, sequence: context.sequence)] = (event, context)
        case .transition(let id, let transition):
            if case .event(_, let context) = transition.trigger {
                requireRecord(of: context.cause, time, &batch, &written)
            }
            append(line(of: id, transition, &written), of: id, nil, time, &batch, &written)
        case .done(let id, let event, let context, let outcome):
            let reference = EventReference(bloc: id, sequence: context.sequence)
            written.accepted[reference] = nil
            requireRecord(of: context.cause, time, &batch, &written)
            // Its last state comes with the outcome, if nothing else came between.
            if let index = batch.last[id.number], case .transition(var line) = batch.records[index].kind,
                line.trigger == .event, line.number == context.sequence, line.outcome == .published
            {
                set(outcome, &line)
                batch.records[index].kind = .transition(line)
                return
            }
            var line = self.line(of: id, event, context, &written)
            set(outcome, &line)
            append(line, of: id, reference, time, &batch, &written)
        case .dropped(let id, let event, let context, let reason):
            written.accepted[EventReference(bloc: id, sequence: context.sequence)] = nil
            var line = self.line(of: id, event, context, &written)
            line.outcome = .dropped
            line.reason = "\(reason)"
            append(line, of: id, EventReference(bloc: id, sequence: context.sequence), time, &batch, &written)
        case .late(let id, let context):
            var line = TransitionLine(bloc: name(of: id, written), trigger: .event, number: context.sequence)
            line.cause = written.records[EventReference(bloc: id, sequence: context.sequence)]
            line.outcome = .late
            append(line, of: id, nil, time, &batch, &written)
        case .error(let id, let error):
            var line = TransitionLine(bloc: name(of: id, written), trigger: .method)
            set(.failed(error), &line)
            append(line, of: id, nil, time, &batch, &written)
        case .effect(let id, let effect, let context):
            var line = TransitionLine(bloc: name(of: id, written), trigger: .effect, name: EventName.of(effect))
            line.cause = context.flatMap { written.records[EventReference(bloc: id, sequence: $0.sequence)] }
            line.outcome = .handled
            if shows(effect) { line.effect = json(of: effect, &line.isPartial) }
            append(line, of: id, nil, time, &batch, &written)
        case .work(let id, let work, let outcome):
            var line = TransitionLine(bloc: name(of: id, written), trigger: .work, name: work.name ?? work.description)
            line.cause = work.cause.flatMap { written.records[$0] }
            if let outcome { set(outcome, &line) } else { line.outcome = .started }
            append(line, of: id, nil, time, &batch, &written)
        }
    }

    /// Writes that an event has started, if it has led to another one and has no record so far.
    private func requireRecord(
        of cause: EventReference?,
        _ time: Int64,
        _ batch: inout Batch,
        _ written: inout Written
    ) {
        guard let cause, written.records[cause] == nil,
            let (event, context) = written.accepted.removeValue(forKey: cause)
        else { return }
        var line = line(of: cause.bloc, event, context, &written)
        line.outcome = .started
        append(line, of: cause.bloc, cause, time, &batch, &written)
    }

    private func set(_ outcome: Outcome, _ line: inout TransitionLine) {
        switch outcome {
        case .handled: line.outcome = .handled
        case .cancelled: line.outcome = .cancelled
        case .dropped(let reason): (line.outcome, line.reason) = (.dropped, "\(reason)")
        case .failed(let error):
            line.outcome = .failed
            // The text of an error may be personal.
            line.reason = showsAll ? "\(type(of: error)): \(error)" : "\(type(of: error))"
        }
    }

    private func append(
        _ line: TransitionLine,
        of id: BlocID,
        _ reference: EventReference?,
        _ time: Int64,
        _ batch: inout Batch,
        _ written: inout Written
    ) {
        written.live[id.number]?.isDirty = true
        append(.transition(line), time, &batch, &written)
        batch.last[id.number] = batch.records.count - 1
        guard let reference = reference ?? line.number.map({ EventReference(bloc: id, sequence: $0) }) else { return }
        written.accepted[reference] = nil
        if written.records.updateValue(written.sequence, forKey: reference) == nil { written.order.append(reference) }
        guard written.order.count > 2 * Self.memory else { return }
        for old in written.order.prefix(Self.memory) { written.records[old] = nil }
        written.order.removeFirst(Self.memory)
    }

    private func append(
        _ kind: InspectorRecord.Kind,
        _ time: Int64,
        _ batch: inout Batch,
        _ written: inout Written
    ) {
        written.sequence += 1
        batch.records.append(InspectorRecord(sequence: written.sequence, time: time, kind: kind))
    }

    // MARK: Lines

    private func name(of id: BlocID, _ written: Written) -> BlocName {
        BlocName(name: written.live[id.number]?.name ?? id.name ?? id.type, instance: id.number)
    }

    private func line(of id: BlocID, _ transition: AnyTransition, _ written: inout Written) -> TransitionLine {
        var line: TransitionLine
        switch transition.trigger {
        case .event(let event, let context): line = self.line(of: id, event, context, &written)
        case .work(let work):
            line = TransitionLine(bloc: name(of: id, written), trigger: .work, name: work.name ?? work.description)
            line.cause = work.cause.flatMap { written.records[$0] }
        case let trigger: line = TransitionLine(bloc: name(of: id, written), trigger: .init(trigger))
        }
        if line.trigger != .event { line.outcome = .handled }
        line.stateName = ShownValue.stateName(of: transition.next)
        line.changed = ShownValue.changedFields(from: transition.current, to: transition.next)
        line.state = shownState(transition.next, of: id, &line.isPartial, &written)
        return line
    }

    private func line(
        of id: BlocID,
        _ event: any Sendable,
        _ context: EventContext,
        _ written: inout Written
    ) -> TransitionLine {
        var line = TransitionLine(bloc: name(of: id, written), trigger: .event, name: EventName.of(event))
        line.number = context.sequence
        line.cause =
            written.records[EventReference(bloc: id, sequence: context.sequence)]
            ?? context.cause.flatMap { written.records[$0] }
        if shows(event) {
            line.event = json(of: event, &line.isPartial)
            written.live[id.number]?.example = line.event
        }
        return line
    }

    private func shows(_ value: any Sendable) -> Bool { showsAll || value is any Inspectable }

    /// The state as JSON, where it may be shown and that does not take too long.
    ///
    /// A bloc with a large state takes at most a twentieth of the time.
    private func shownState(
        _ state: any Sendable,
        of id: BlocID,
        _ isPartial: inout Bool,
        _ written: inout Written
    ) -> [UInt8]? {
        guard shows(state) else { return nil }
        if isRecording { return json(of: state, &isPartial) }
        if let resting = written.live[id.number]?.resting, .now < resting { return nil }
        let start = Self.processorTime
        let json = json(of: state, &isPartial)
        let time = Self.processorTime - start
        if time > .milliseconds(5) { written.live[id.number]?.resting = .now.advanced(by: time * 20) }
        return json
    }

    /// The value as JSON; notes when that isn't the value as it encodes itself.
    private func json(of value: Any, _ isPartial: inout Bool) -> [UInt8] {
        if isRecording, let whole = ShownValue.whole(value) { return whole }
        let (bytes, isWhole) = ShownValue.json(of: value)
        isPartial = isPartial || !isWhole
        return bytes
    }

    /// The time that this thread has used.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func line(of bloc: any InspectedBloc, _ phase: BlocLine.Phase, _ written: inout Written) -> BlocLine {
        let inspection = bloc.inspection()
        let live = written.live[bloc.id.number]
        var isPartial = false
        return BlocLine(
            bloc: name(of: bloc.id, written),
            type: bloc.id.type,
            phase: phase,
            place: live?.place,
            inspection: inspection,
            acceptsEvents: bloc.eventType is any Decodable.Type,
            example: live?.example,
            state: shownState(inspection.state, of: bloc.id, &isPartial, &written),
            stateName: ShownValue.stateName(of: inspection.state)
        )
    }

    // MARK: Asking

    /// The live blocs as they are now, as records of phase `created`.
    func snapshot() -> [InspectorRecord] {
        written.withLock { written in
            let time = StreamTime.now
            return written.live.values.sorted { $0.id.number < $1.id.number }.compactMap { live in
                live.bloc.map { bloc in
                    InspectorRecord(
                        sequence: written.sequence,
                        time: time,
                        kind: .bloc(line(of: bloc, .created, &written))
                    )
                }
            }
        }
    }

    /// Reports of the blocs in which something happened since their last one, up to as many as a second may have.
    func reports() -> [InspectorRecord] {
        written.withLock { written in
            let time = StreamTime.now
            let dirty = written.live.values.filter(\.isDirty).prefix(Self.mostReports)
            return dirty.compactMap { live in
                written.live[live.id.number]?.isDirty = false
                guard let bloc = live.bloc else {
                    written.live[live.id.number] = nil
                    return nil
                }
                return InspectorRecord(
                    sequence: written.sequence,
                    time: time,
                    kind: .bloc(line(of: bloc, .report, &written))
                )
            }
        }
    }

    /// The live bloc of a number.
    func bloc(_ number: UInt64) -> (any InspectedBloc)? {
        written.withLock { $0.live[number]?.bloc }
    }
}
