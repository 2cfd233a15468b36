import Bloc
import Primitives

/// Writes records of what happens in blocs, and remembers what later records need.
struct RecordWriter: Sendable {
    /// A live bloc as it was last seen.
    struct Live: Sendable {
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

    /// The number of latest events that are remembered, so that later records can name them as their cause.
    private static let memory = 10_000
    /// The number of reports a second.
    private static let mostReports = 1_000

    /// The live blocs by number.
    var live: [UInt64: Live] = [:]
    /// The places of blocs that are about to be created.
    var places: [UInt64: BlocPlace] = [:]
    /// The time of the next records.
    var time: Int64 = 0

    private let showsAll: Bool
    private let isRecording: Bool
    private var sequence: UInt64
    /// The records that were not taken yet, and where the last one of each bloc is.
    private var records: [InspectorRecord] = []
    private var last: [UInt64: Int] = [:]
    /// The last record of each of the latest events, and these in order.
    private var numbers: [EventReference: UInt64] = [:]
    private var order: [EventReference] = []
    /// The events without a record that have not ended.
    private var accepted: [EventReference: (event: any Sendable, context: EventContext)] = [:]

    init(showsAll: Bool, isRecording: Bool, after sequence: UInt64) {
        self.showsAll = showsAll
        self.isRecording = isRecording
        self.sequence = sequence
    }

    /// Returns the records that were written since the last call.
    mutating func take() -> [InspectorRecord] {
        defer { (records, last, places) = ([], [:], [:]) }
        return records
    }

    // MARK: What happened

    mutating func created(_ bloc: any InspectedBloc) {
        live[bloc.id.number] = Live(bloc: bloc, id: bloc.id, place: places[bloc.id.number])
        append(.bloc(line(of: bloc, .created)))
    }

    mutating func closed(_ id: BlocID, byOwner: Bool) {
        append(.bloc(BlocLine(bloc: name(of: id), type: id.type, phase: .closed, byOwner: byOwner)))
        live[id.number] = nil
    }

    mutating func missed(_ count: Int) {
        time = StreamTime.now
        append(.gap(count))
    }

    mutating func accepted(_ event: any Sendable, _ context: EventContext, by id: BlocID) {
        // The end of some is missing after a flood.
        if accepted.count > Self.memory { accepted = [:] }
        accepted[EventReference(bloc: id, sequence: context.sequence)] = (event, context)
    }

    mutating func published(_ transition: AnyTransition, by id: BlocID) {
        var line: TransitionLine
        switch transition.trigger {
        case .event(let event, let context):
            requireRecord(of: context.cause)
            line = self.line(of: event, context, in: id)
        case .work(let work): line = self.line(of: work, in: id)
        case let trigger: line = TransitionLine(bloc: name(of: id), trigger: .init(trigger))
        }
        if line.trigger != .event { line.outcome = .handled }
        line.stateName = ShownValue.stateName(of: transition.next)
        line.changed = ShownValue.changedFields(from: transition.current, to: transition.next)
        line.state = shownState(transition.next, of: id, &line.isPartial)
        append(line, of: id)
    }

    mutating func ended(_ event: any Sendable, _ context: EventContext, _ outcome: Outcome, in id: BlocID) {
        accepted[EventReference(bloc: id, sequence: context.sequence)] = nil
        requireRecord(of: context.cause)
        // Its last state comes with the outcome, if nothing else came between.
        if let index = last[id.number], case .transition(var line) = records[index].kind,
            line.trigger == .event, line.number == context.sequence, line.outcome == .published
        {
            set(outcome, &line)
            records[index].kind = .transition(line)
            return
        }
        var line = line(of: event, context, in: id)
        set(outcome, &line)
        append(line, of: id)
    }

    mutating func emittedLate(_ context: EventContext, in id: BlocID) {
        var line = TransitionLine(bloc: name(of: id), trigger: .event, number: context.sequence)
        line.cause = numbers[EventReference(bloc: id, sequence: context.sequence)]
        line.outcome = .late
        append(line, of: id)
    }

    mutating func failed(_ error: any Error, in id: BlocID) {
        var line = TransitionLine(bloc: name(of: id), trigger: .method)
        set(.failed(error), &line)
        append(line, of: id)
    }

    mutating func had(_ effect: any Sendable, _ context: EventContext?, in id: BlocID) {
        var line = TransitionLine(bloc: name(of: id), trigger: .effect, name: EventName.of(effect))
        line.cause = context.flatMap { numbers[EventReference(bloc: id, sequence: $0.sequence)] }
        line.outcome = .handled
        if shows(effect) { line.effect = json(of: effect, &line.isPartial) }
        append(line, of: id)
    }

    mutating func worked(_ work: BlocWork, _ outcome: Outcome?, in id: BlocID) {
        var line = line(of: work, in: id)
        if let outcome { set(outcome, &line) } else { line.outcome = .started }
        append(line, of: id)
    }

    /// Writes that an event has started, if it has led to another one and has no record so far.
    private mutating func requireRecord(of cause: EventReference?) {
        guard let cause, numbers[cause] == nil, let (event, context) = accepted.removeValue(forKey: cause) else {
            return
        }
        var line = line(of: event, context, in: cause.bloc)
        line.outcome = .started
        append(line, of: cause.bloc)
    }

    private mutating func append(_ line: TransitionLine, of id: BlocID) {
        live[id.number]?.isDirty = true
        append(.transition(line))
        last[id.number] = records.count - 1
        guard let number = line.number else { return }
        let reference = EventReference(bloc: id, sequence: number)
        accepted[reference] = nil
        if numbers.updateValue(sequence, forKey: reference) == nil { order.append(reference) }
        guard order.count > 2 * Self.memory else { return }
        for old in order.prefix(Self.memory) { numbers[old] = nil }
        order.removeFirst(Self.memory)
    }

    private mutating func append(_ kind: InspectorRecord.Kind) {
        sequence += 1
        records.append(InspectorRecord(sequence: sequence, time: time, kind: kind))
    }

    // MARK: Lines

    private func name(of id: BlocID) -> BlocName {
        BlocName(name: live[id.number]?.name ?? id.name ?? id.type, instance: id.number)
    }

    private func line(of work: BlocWork, in id: BlocID) -> TransitionLine {
        var line = TransitionLine(bloc: name(of: id), trigger: .work, name: work.name ?? work.description)
        line.cause = work.cause.flatMap { numbers[$0] }
        return line
    }

    private mutating func line(of event: any Sendable, _ context: EventContext, in id: BlocID) -> TransitionLine {
        var line = TransitionLine(bloc: name(of: id), trigger: .event, name: EventName.of(event))
        line.number = context.sequence
        line.cause =
            numbers[EventReference(bloc: id, sequence: context.sequence)] ?? context.cause.flatMap { numbers[$0] }
        if shows(event) {
            line.event = json(of: event, &line.isPartial)
            live[id.number]?.example = line.event
        }
        return line
    }

    private mutating func line(of bloc: any InspectedBloc, _ phase: BlocLine.Phase) -> BlocLine {
        let inspection = bloc.inspection()
        let live = live[bloc.id.number]
        var isPartial = false
        return BlocLine(
            bloc: name(of: bloc.id),
            type: bloc.id.type,
            phase: phase,
            place: live?.place,
            inspection: inspection,
            acceptsEvents: bloc.eventType is any Decodable.Type,
            example: live?.example,
            state: shownState(inspection.state, of: bloc.id, &isPartial),
            stateName: ShownValue.stateName(of: inspection.state)
        )
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

    // MARK: Values

    private func shows(_ value: any Sendable) -> Bool { showsAll || value is any Inspectable }

    /// The state as JSON, where it may be shown and that does not take too long.
    ///
    /// A bloc with a large state takes at most a twentieth of the time.
    private mutating func shownState(_ state: any Sendable, of id: BlocID, _ isPartial: inout Bool) -> [UInt8]? {
        guard shows(state) else { return nil }
        if isRecording { return json(of: state, &isPartial) }
        if let resting = live[id.number]?.resting, .now < resting { return nil }
        let start = Self.processorTime
        let json = json(of: state, &isPartial)
        let time = Self.processorTime - start
        if time > .milliseconds(5) { live[id.number]?.resting = .now.advanced(by: time * 20) }
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

    // MARK: Asking

    mutating func snapshot() -> [InspectorRecord] {
        let blocs = live.values.sorted { $0.id.number < $1.id.number }.compactMap(\.bloc)
        return blocs.map { record(of: $0, .created) }
    }

    mutating func reports() -> [InspectorRecord] {
        let dirty = live.values.filter(\.isDirty).prefix(Self.mostReports)
        return dirty.compactMap { seen in
            live[seen.id.number]?.isDirty = false
            if seen.bloc == nil { live[seen.id.number] = nil }
            return seen.bloc.map { record(of: $0, .report) }
        }
    }

    /// A record with the number of the latest one.
    private mutating func record(of bloc: any InspectedBloc, _ phase: BlocLine.Phase) -> InspectorRecord {
        InspectorRecord(sequence: sequence, time: StreamTime.now, kind: .bloc(line(of: bloc, phase)))
    }
}
