import Bloc
import Dispatch
import Primitives
import Synchronization

/// An observer that turns what happens in blocs into records.
///
/// The hooks only take notes; a separate queue turns the notes into records a moment later. If notes arrive faster than
/// it can keep up with, the rest are only counted: a bloc never waits.
final class InspectorObserver: BlocInspecting {
    /// Writes the record of something that happened in a bloc.
    private typealias Note = @Sendable (inout RecordWriter) -> Void

    private struct Waiting {
        var notes: [(write: Note, time: Date)] = []
        /// New places of blocs, which take effect before the notes are written.
        var places: [UInt64: BlocPlace] = [:]
        var missing = 0
        var isScheduled = false
        /// Whether notes are no longer taken.
        var hasEnded = false
    }

    /// Keeps blocs from taking notes that would be discarded.
    let shedding: LoadShedding?
    private let waiting = Mutex(Waiting())
    /// Writes the lines and keeps track of the live blocs.
    let writer: Mutex<RecordWriter>
    /// The maximum number of pending notes.
    private let mostNotes: Int
    /// The time for which notes are collected.
    private let delay: DispatchTimeInterval
    private let sink: @Sendable ([StreamLine]) -> Void
    /// A queue outside Swift's pool.
    private let queue = DispatchQueue(label: "bloc.inspector", qos: .utility)

    /// Creates an observer whose sink receives the records after a number, in order, one call at a time.
    ///
    /// A recording keeps values in full, no matter how large they are and how long encoding takes; `showsAll` includes
    /// those of types that aren't ``Inspectable``.
    init(
        showsAll: Bool,
        isRecording: Bool,
        after sequence: UInt64 = 0,
        sink: @escaping @Sendable ([StreamLine]) -> Void
    ) {
        shedding = isRecording ? nil : LoadShedding()
        writer = Mutex(RecordWriter(showsAll: showsAll, isRecording: isRecording, sequence: sequence))
        // Writing a note takes up to 15 µs, so a flood uses a third of a processor; a recording must be complete.
        mostNotes = isRecording ? 50_000 : 2_000
        delay = .milliseconds(isRecording ? 5 : 50)
        self.sink = sink
    }

    // MARK: Taking notes

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
        note { writer in
            // Some events never end here, because their notes were discarded in a flood.
            if writer.accepted.count > 10_000 { writer.accepted = [:] }
            writer.accepted[EventReference(bloc: bloc, sequence: context.sequence)] = (event, context)
        }
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
            line.stateName = ShownValue.stateName(of: transition.next)
            line.changed = ShownValue.changedFields(from: transition.current, to: transition.next)
            line.state = writer.shownState(transition.next, of: bloc, &line.isPartial)
            writer.append(line, of: bloc)
        }
    }

    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        // Dropped events are reported through their own hook.
        if case .dropped = outcome { return }
        note { $0.end(event, context, outcome, in: bloc) }
    }

    func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        note { $0.end(event, context, .dropped(reason), in: bloc) }
    }

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        // An event's error is reported with its outcome.
        guard event == nil else { return }
        note { $0.append($0.line(.method, in: bloc), .failed(error), of: bloc) }
    }

    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {
        note { writer in
            let cause = writer.record(of: context, in: bloc)
            writer.append(writer.line(.event, number: context.sequence, cause: cause, .late, in: bloc), of: bloc)
        }
    }

    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        note { writer in
            let cause = writer.record(of: context, in: bloc)
            var line = writer.line(.effect, EventName.of(effect), cause: cause, in: bloc)
            if writer.shows(effect) { line.effect = writer.json(of: effect, &line.isPartial) }
            writer.append(line, of: bloc)
        }
    }

    func onWork(_ bloc: BlocID, _ work: BlocWork, _ outcome: Outcome?) {
        note { writer in
            var line = writer.line(of: work, in: bloc)
            if outcome == nil { line.outcome = .started }
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
            return !exchange(&waiting.isScheduled, with: true)
        }
        if schedules { queue.asyncAfter(deadline: .now() + delay) { [self] in write() } }
    }

    // MARK: Writing

    /// Writes records for all notes taken so far.
    private func write() {
        let noted = waiting.withLock { waiting in
            defer { waiting = Waiting(hasEnded: waiting.hasEnded) }
            return waiting
        }
        let missing = noted.missing + (shedding?.end() ?? 0)
        var rest = noted.notes[...]
        writer.withLock { $0.places.merge(noted.places) { $1 } }
        // In parts, so that a page doesn't have to wait long for the writer, and not all lines are in memory at once.
        repeat {
            let part = rest.prefix(500)
            rest = rest.dropFirst(500)
            let lines = writer.withLock { writer in
                for note in part {
                    writer.time = note.time
                    note.write(&writer)
                }
                // The discarded notes came after all the kept ones.
                if rest.isEmpty, missing > 0 { writer.add { StreamLine.gap(missing, at: $0.sequence).json } }
                return writer.take()
            }
            sink(lines)
        } while !rest.isEmpty
    }

    /// Waits until all earlier notes have reached the sink.
    func flush() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                write()
                continuation.resume()
            }
        }
    }

    /// Writes the pending notes, then takes no more: blocs that live longer have almost no overhead.
    func end() async {
        waiting.withLock { $0.hasEnded = true }
        await flush()
    }
}

/// A writer of lines about what happens in blocs, with the data that later lines need.
struct RecordWriter: Sendable {
    typealias Line = TransitionLine<[UInt8]>

    /// The last known data of a live bloc.
    struct Live: Sendable {
        weak var bloc: (any InspectedBloc)?
        /// Whether something has happened since the last report.
        var isDirty = true
        var example: [UInt8]?
        /// The time until which its values are omitted, because encoding them takes too long.
        var resting: ContinuousClock.Instant?
    }

    /// The maximum number of reports per second.
    private static let mostReports = 1_000

    fileprivate let showsAll: Bool
    fileprivate let isRecording: Bool
    /// The number of the latest line.
    fileprivate var sequence: UInt64
    /// The live blocs by number.
    var live: [UInt64: Live] = [:]
    /// The places of live blocs, and of blocs that are about to be created.
    var places: [UInt64: BlocPlace] = [:]
    /// The timestamp for the next lines.
    var time = Date()
    /// The lines that haven't been taken yet.
    fileprivate var lines: [StreamLine] = []
    /// The last line about each bloc's transitions, and its index in `lines`: it isn't encoded while it may still change.
    fileprivate var last: [UInt64: (index: Int, line: Line)] = [:]
    /// The last record of each recent event.
    fileprivate var numbers = RecentEvents<UInt64>(10_000)
    /// The accepted events that have no record yet and have not ended.
    fileprivate var accepted: [EventReference: (event: any Sendable, context: EventContext)] = [:]

    /// Returns the lines since the last call.
    mutating func take() -> [StreamLine] {
        for (index, line) in last.values { lines[index].json = line.json { $0 } }
        defer { (lines, last) = ([], [:]) }
        return lines
    }

    // MARK: What happened

    /// Adds a line about a bloc, which `json` encodes after the sequence number is assigned.
    mutating func add(isCreation: Bool = false, _ json: (inout RecordWriter) -> [UInt8]) {
        sequence += 1
        let bytes = json(&self)
        lines.append(StreamLine(sequence: sequence, json: bytes, isCreation: isCreation))
    }

    mutating func end(_ event: any Sendable, _ context: EventContext, _ outcome: Outcome, in id: BlocID) {
        accepted[EventReference(bloc: id, sequence: context.sequence)] = nil
        requireRecord(of: context.cause)
        // The last state of an event is combined with its outcome, if nothing came in between.
        if var line = last[id.number]?.line, line.trigger == .event, line.number == context.sequence,
            line.outcome == .published
        {
            set(outcome, &line)
            last[id.number]?.line = line
        } else {
            append(line(of: event, context, in: id), outcome, of: id)
        }
    }

    /// Writes that an event has started, if it has caused another event and has no record yet.
    mutating func requireRecord(of cause: EventReference?) {
        guard let cause, record(of: cause) == nil, let (event, context) = accepted.removeValue(forKey: cause) else {
            return
        }
        var line = line(of: event, context, in: cause.bloc)
        line.outcome = .started
        append(line, of: cause.bloc)
    }

    mutating func append(_ line: Line, _ outcome: Outcome? = nil, of id: BlocID) {
        sequence += 1
        var line = line
        (line.sequence, line.time) = (sequence, time.streamText)
        if let outcome { set(outcome, &line) }
        let before = last.updateValue((lines.count, line), forKey: id.number)
        if let before { lines[before.index].json = before.line.json { $0 } }
        lines.append(StreamLine(sequence: sequence, json: []))
        live[id.number]?.isDirty = true
        guard let number = line.number else { return }
        let reference = EventReference(bloc: id, sequence: number)
        accepted[reference] = nil
        numbers[reference] = sequence
    }

    /// Returns the last record of an event, if it is remembered.
    func record(of event: EventReference?) -> UInt64? { event.flatMap { numbers[$0] } }

    func record(of context: EventContext?, in id: BlocID) -> UInt64? {
        record(of: context.map { EventReference(bloc: id, sequence: $0.sequence) })
    }

    /// Removes a bloc that no longer exists.
    mutating func forget(_ number: UInt64) { (live[number], places[number]) = (nil, nil) }

    // MARK: Lines

    private func name(of id: BlocID) -> String { id.name ?? places[id.number]?.key.name ?? id.type }

    /// Returns a line without values; the default outcome is `handled`.
    func line(
        _ trigger: LineTrigger,
        _ name: String? = nil,
        number: UInt64? = nil,
        cause: UInt64? = nil,
        _ outcome: LineOutcome = .handled,
        in id: BlocID
    ) -> Line {
        var line = Line(cause: cause, bloc: self.name(of: id), instance: id.number, trigger: trigger, name: name)
        (line.number, line.outcome) = (number, outcome)
        return line
    }

    func line(of work: BlocWork, in id: BlocID) -> Line {
        line(.work, work.name ?? work.description, cause: record(of: work.cause), in: id)
    }

    mutating func line(of event: any Sendable, _ context: EventContext, in id: BlocID) -> Line {
        let cause = record(of: context, in: id) ?? record(of: context.cause)
        var line = line(.event, EventName.of(event), number: context.sequence, cause: cause, .published, in: id)
        if shows(event) {
            line.event = json(of: event, &line.isPartial)
            live[id.number]?.example = line.event
        }
        return line
    }

    /// Returns a line about a bloc, with the number of the latest line and the members that `body` adds.
    func json(of id: BlocID, _ phase: String, at place: BlocPlace?, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object { json in
            json.begin("bloc", sequence, time.streamText)
            json.add(name(of: id), id.number, type: id.type, phase: phase, at: place)
            body(&json)
        }
    }

    /// Returns a line about a live bloc.
    mutating func json(of bloc: any InspectedBloc, _ phase: String) -> [UInt8] {
        let id = bloc.id
        let inspection = bloc.inspection()
        let report = inspection.report
        let place = places[id.number]
        var isPartial = false
        let state = shownState(inspection.state, of: id, &isPartial)
        return json(of: id, phase, at: place) { json in
            json.object("report") { json in
                json.add("handled", report.eventsHandled)
                json.add("queued", report.queueLength)
                json.add("running", report.handlersInFlight)
                json.add("open", report.queueLength + report.handlersInFlight)
                json.add("subscribers", report.subscribers)
                json.add("age", report.age.components.seconds)
                json.add("isLeaked", report.hasLostSubscribers || place?.isOrphan == true)
                json.add("canUndo", inspection.canUndo)
                json.add("canRedo", inspection.canRedo)
                json.add("acceptsEvents", bloc.eventType is any Decodable.Type)
                // An event of the type as JSON, as an example of how to write one.
                if let example = live[id.number]?.example {
                    json.add("example", String(decoding: example, as: UTF8.self))
                }
            }
            if let state { json.add("state", raw: state) }
            if let name = ShownValue.stateName(of: inspection.state) { json.add("stateName", name) }
        }
    }

    private func set(_ outcome: Outcome, _ line: inout Line) {
        // The enums use the same case names.
        line.outcome = LineOutcome(rawValue: EventName.of(outcome)) ?? .handled
        switch outcome {
        case .dropped(let reason): line.reason = "\(reason)"
        // The text of an error may be personal.
        case .failed(let error): line.reason = showsAll ? "\(type(of: error)): \(error)" : "\(type(of: error))"
        case .handled, .cancelled: break
        }
    }

    // MARK: Values

    func shows(_ value: any Sendable) -> Bool { showsAll || value is any Inspectable }

    /// Returns the state as JSON, if it may be shown and encoding it doesn't take too long.
    ///
    /// A bloc with a large state uses at most a twentieth of the time.
    mutating func shownState(_ state: any Sendable, of id: BlocID, _ isPartial: inout Bool) -> [UInt8]? {
        guard shows(state) else { return nil }
        if isRecording { return json(of: state, &isPartial) }
        if let resting = live[id.number]?.resting, .now < resting { return nil }
        let start = Self.processorTime
        let json = json(of: state, &isPartial)
        let time = Self.processorTime - start
        if time > .milliseconds(5) { live[id.number]?.resting = .now.advanced(by: time * 20) }
        return json
    }

    /// Returns the value as JSON; sets `isPartial` if that isn't the value's own encoding.
    func json(of value: Any, _ isPartial: inout Bool) -> [UInt8] {
        if isRecording, let whole = ShownValue.whole(value) { return whole }
        let (bytes, isWhole) = ShownValue.json(of: value)
        isPartial = isPartial || !isWhole
        return bytes
    }

    /// The processor time that this thread has used.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    // MARK: Queries

    /// Returns the current state of a live bloc as a line of phase `created`.
    mutating func created(_ number: UInt64) -> [UInt8]? {
        time = Date()
        return live[number]?.bloc.map { json(of: $0, "created") }
    }

    /// Returns reports of blocs in which something has happened since their last report, up to the maximum per second.
    mutating func reports() -> [[UInt8]] {
        time = Date()
        let dirty = Array(live.lazy.filter(\.value.isDirty).prefix(Self.mostReports))
        return dirty.compactMap { number, seen in
            live[number]?.isDirty = false
            if seen.bloc == nil { forget(number) }
            return seen.bloc.map { json(of: $0, "report") }
        }
    }
}
