import Bloc
import Primitives

/// Writes lines about what happens in blocs, and remembers what later lines need.
struct RecordWriter: Sendable {
    typealias Line = TransitionLine<[UInt8]>

    /// A live bloc as it was last seen.
    struct Live: Sendable {
        weak var bloc: (any InspectedBloc)?
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
    /// The places of live blocs, and of those that are about to be created.
    var places: [UInt64: BlocPlace] = [:]
    /// The time of the next lines.
    var time = Date()

    private let showsAll: Bool
    private let isRecording: Bool
    private var sequence: UInt64
    /// The lines that were not taken yet.
    private var lines: [StreamLine] = []
    /// The last of them about each bloc's transitions, and its place there: it isn't written while it may change.
    private var last: [UInt64: (index: Int, line: Line)] = [:]
    /// The last record of each of the latest events, and of those before them, which go when these are too many.
    private var numbers: [EventReference: UInt64] = [:]
    private var earlierNumbers: [EventReference: UInt64] = [:]
    /// The events without a record that have not ended.
    private var accepted: [EventReference: (event: any Sendable, context: EventContext)] = [:]

    init(showsAll: Bool, isRecording: Bool, after sequence: UInt64) {
        self.showsAll = showsAll
        self.isRecording = isRecording
        self.sequence = sequence
    }

    /// Returns the lines since the last call.
    mutating func take() -> [StreamLine] {
        for (index, line) in last.values { lines[index].json = line.json { $0 } }
        defer { (lines, last) = ([], [:]) }
        return lines
    }

    // MARK: What happened

    /// Adds a line about a bloc, which `json` writes with the number that it has by then.
    mutating func add(isCreation: Bool = false, _ json: (inout RecordWriter) -> [UInt8]) {
        sequence += 1
        let bytes = json(&self)
        lines.append(StreamLine(sequence: sequence, json: bytes, isCreation: isCreation))
    }

    mutating func miss(_ count: Int) {
        sequence += 1
        lines.append(.gap(count, at: sequence))
    }

    mutating func accept(_ event: any Sendable, _ context: EventContext, by id: BlocID) {
        // The end of some is missing after a flood.
        if accepted.count > Self.memory { accepted = [:] }
        accepted[EventReference(bloc: id, sequence: context.sequence)] = (event, context)
    }

    mutating func end(_ event: any Sendable, _ context: EventContext, _ outcome: Outcome, in id: BlocID) {
        accepted[EventReference(bloc: id, sequence: context.sequence)] = nil
        requireRecord(of: context.cause)
        // Its last state comes with the outcome, if nothing else came between.
        if var line = last[id.number]?.line, line.trigger == .event, line.number == context.sequence,
            line.outcome == .published
        {
            set(outcome, &line)
            last[id.number]?.line = line
        } else {
            append(line(of: event, context, in: id), outcome, of: id)
        }
    }

    /// Writes that an event has started, if it has led to another one and has no record so far.
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
        if numbers.count >= Self.memory { (earlierNumbers, numbers) = (numbers, [:]) }
    }

    /// The last record of an event, if that is remembered.
    func record(of event: EventReference?) -> UInt64? { event.flatMap { numbers[$0] ?? earlierNumbers[$0] } }

    func record(of context: EventContext?, in id: BlocID) -> UInt64? {
        record(of: context.map { EventReference(bloc: id, sequence: $0.sequence) })
    }

    /// Forgets a bloc that is gone.
    mutating func forget(_ number: UInt64) { (live[number], places[number]) = (nil, nil) }

    // MARK: Lines

    private func name(of id: BlocID) -> String { id.name ?? places[id.number]?.key.name ?? id.type }

    func line(_ trigger: LineTrigger, _ name: String? = nil, in id: BlocID) -> Line {
        Line(bloc: self.name(of: id), instance: id.number, trigger: trigger, name: name)
    }

    func line(of work: BlocWork, in id: BlocID) -> Line {
        var line = line(.work, work.name ?? work.description, in: id)
        line.cause = record(of: work.cause)
        return line
    }

    mutating func line(of event: any Sendable, _ context: EventContext, in id: BlocID) -> Line {
        var line = line(.event, EventName.of(event), in: id)
        line.number = context.sequence
        line.cause = record(of: context, in: id) ?? record(of: context.cause)
        if shows(event) {
            line.event = json(of: event, &line.isPartial)
            live[id.number]?.example = line.event
        }
        return line
    }

    /// A line about a bloc, with the number of the latest one and the members that `body` adds.
    func json(of id: BlocID, _ phase: String, at place: BlocPlace?, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object { json in
            json.begin("bloc", sequence, time.streamText)
            json.add(name(of: id), id.number, type: id.type, phase: phase, at: place)
            body(&json)
        }
    }

    /// A line about a live bloc.
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
                // An event of the type as JSON, to show how one is written.
                if let example = live[id.number]?.example {
                    json.add("example", String(decoding: example, as: UTF8.self))
                }
            }
            if let state { json.add("state", raw: state) }
            if let name = ShownValue.stateName(of: inspection.state) { json.add("stateName", name) }
        }
    }

    private func set(_ outcome: Outcome, _ line: inout Line) {
        // The cases have the same names.
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

    /// The state as JSON, where it may be shown and that does not take too long.
    ///
    /// A bloc with a large state takes at most a twentieth of the time.
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

    /// The value as JSON; notes when that isn't the value as it encodes itself.
    func json(of value: Any, _ isPartial: inout Bool) -> [UInt8] {
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

    /// A live bloc as it is now, as a line of phase `created`.
    mutating func created(_ number: UInt64) -> [UInt8]? {
        time = Date()
        return live[number]?.bloc.map { json(of: $0, "created") }
    }

    /// Reports of the blocs in which something happened since their last one, up to as many as a second may have.
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
