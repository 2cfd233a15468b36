package import Bloc
public import Primitives

/// A recording of blocs: the lines of an `EventLog`, of ``BlocInspector/record(to:keeping:inspectingValues:)`` or of a page's
/// export.
public struct Recording: Equatable, Sendable {
    /// The transitions, in their order.
    package var lines: [RecordingLine]

    /// The names of the blocs, in the order of their first line.
    package var blocs: [String] {
        var known: Set<String> = []
        return lines.map(\.bloc).filter { known.insert($0).inserted }
    }

    /// The lines of each recorded run of the program; a gap in the sequence separates two runs.
    package var runs: [[RecordingLine]] {
        var runs: [[RecordingLine]] = []
        for line in lines {
            if let last = runs.last?.last, last.sequence + 1 == line.sequence {
                runs[runs.count - 1].append(line)
            } else {
                runs.append([line])
            }
        }
        return runs
    }

    package init(lines: [RecordingLine]) {
        self.lines = lines
    }

    /// Reads a recording; of one that is kept in two files, such as `run.jsonl.1` and `run.jsonl`, both.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``RecordingError`` when it cannot be read or is not a recording.
    public init(contentsOf path: String) throws {
        guard let newer = try? Data(contentsOf: URL(filePath: path)) else {
            throw RecordingError(reason: "it cannot be read")
        }
        let older = try? Data(contentsOf: URL(filePath: path + ".1"))
        try self.init((older ?? Data()) + newer, mayBeCut: true)
    }

    /// Reads the lines of a recording, which may be empty.
    ///
    /// - Parameters:
    ///   - data: The lines.
    ///   - mayBeCut: Whether the last line may be a part of one, which is left out: that of a program that was killed.
    /// - Throws: ``RecordingError`` with the number of the first line that is wrong.
    public init(_ data: Data, mayBeCut: Bool = false) throws {
        lines = []
        guard data.count <= Self.sizeLimit else {
            throw RecordingError(reason: "it is larger than \(Self.sizeLimit >> 20) MB")
        }
        var last: UInt64 = 0
        for (index, bytes) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let value = try? JSONDecoder().decode(JSONValue.self, from: bytes) else {
                if mayBeCut, bytes.endIndex == data.endIndex { break }
                throw RecordingError(reason: "line \(index + 1) is not valid JSON")
            }
            if case .object(let members) = value, let kind = members["kind"], kind != .string("transition") {
                // What a newer version adds is skipped, too.
                continue
            }
            guard let line = RecordingLine(value) else {
                let keys = "the keys sequence, cause, bloc, event and state"
                throw RecordingError(reason: "line \(index + 1) is not an object with \(keys)")
            }
            guard line.sequence <= Self.lastSequence else {
                throw RecordingError(reason: "the sequence of line \(index + 1) is too large (\(line.sequence))")
            }
            guard line.sequence > last else {
                throw RecordingError(reason: "the sequence of line \(index + 1) is not higher than the one before it")
            }
            guard line.cause ?? 0 < line.sequence else {
                throw RecordingError(reason: "the cause in line \(index + 1) is not an earlier line")
            }
            last = line.sequence
            lines.append(line)
        }
    }

    /// What differs first from another recording, as a sentence without values; `nil` when nothing does.
    package func firstDifference(from other: Recording) -> String? {
        for (one, two) in zip(lines, other.lines) {
            let place = "transition \(one.sequence) of \(one.bloc)"
            guard one.bloc == two.bloc else { return "\(place) is one of \(two.bloc) in the other recording" }
            let event = (one.event ?? .null).firstDifference(from: two.event ?? .null, path: "event")
            let state = (one.state ?? .null).firstDifference(from: two.state ?? .null, path: "state")
            if let path = event ?? state { return "\(place) differs: \(path)" }
        }
        guard lines.count != other.lines.count else { return nil }
        let longer = lines.count > other.lines.count ? self : other
        let next = longer.lines[min(lines.count, other.lines.count)]
        return "transition \(next.sequence) of \(next.bloc) is in one recording only"
    }

    /// The largest size of a file, in bytes: all of it is held in memory.
    package static let sizeLimit = 256 << 20
    /// The largest number of a transition: more can follow it.
    private static let lastSequence = UInt64.max / 2

    /// The recording as lines of a stream: its blocs, then its transitions.
    ///
    /// - Parameter index: Which of two recordings it is, if there are two.
    /// - Returns: The lines, without their ends.
    package func shown(as index: Int? = nil) -> [[UInt8]] {
        let names = blocs
        let instances = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, UInt64($0 + 1)) })
        var before: [String: JSONValue] = [:]
        let created = names.map { name in
            let bloc = BlocName(name: name, instance: instances[name] ?? 0)
            let line = BlocLine(bloc: bloc, type: name, phase: .created)
            return InspectorRecord(sequence: 0, time: 0, kind: .bloc(line)).line(at: nil, of: index)
        }
        let shown = lines.map { line in
            let transition = line.transition(instance: instances[line.bloc] ?? 0, after: before[line.bloc])
            if let state = line.state { before[line.bloc] = state }
            let record = InspectorRecord(sequence: line.sequence, time: 0, kind: .transition(transition))
            return record.line(at: line.time, of: index)
        }
        return created + shown
    }
}

/// Why a file is not a recording.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public let reason: String

    /// What is wrong with it.
    public var description: String { "The recording cannot be used: \(reason)." }
}

/// A line of a recording: a transition of a bloc, or an event that changed nothing.
package struct RecordingLine: Equatable, Sendable {
    /// The number of the transition, higher than all before it.
    package var sequence: UInt64
    /// The number of the transition that caused this one, if any.
    package var cause: UInt64?
    /// The key of the bloc.
    package var bloc: String
    /// The event; `null` when no event triggered the transition, `nil` when its values were not recorded.
    package var event: JSONValue?
    /// The state after the transition; `nil` when the event changed nothing or values were not recorded.
    package var state: JSONValue?
    /// What only lines of version 1 have: the text of each of these members.
    private var texts: [String: String] = [:]
    private var changed: [String]?
    private var isPartial = false

    /// Whether it has neither a state nor changed anything.
    package var isEnd: Bool { state == nil && changed == [] }
    /// Whether it has the values that a replay needs.
    package var isReplayable: Bool { event != nil && (state != nil || isEnd) && !isPartial }
    /// How the event ended, if this is its last record.
    package var outcome: String? { texts["outcome"] }
    var time: String? { texts["time"] }

    package init(sequence: UInt64, cause: UInt64?, bloc: String, event: JSONValue, state: JSONValue) {
        self.sequence = sequence
        self.cause = cause
        self.bloc = bloc
        self.event = event
        self.state = state
    }

    /// An event of a journal and the state that it led to, at a time in milliseconds since 1970.
    package init(sequence: UInt64, time: Int64, bloc: String, event: JSONValue, state: JSONValue) {
        self.init(sequence: sequence, cause: nil, bloc: bloc, event: event, state: state)
        texts = ["time": StreamTime.text(time), "outcome": "handled"]
    }

    /// Reads a line; `nil` when a key is missing, though the value of `cause` may be null, or has another type.
    package init?(_ value: JSONValue) {
        guard case .object(let members) = value, let sequence = members["sequence"]?.unsigned,
            let cause = members["cause"], cause == .null || cause.unsigned != nil,
            case .string(let bloc)? = members["bloc"]
        else { return nil }
        (self.sequence, self.cause, self.bloc) = (sequence, cause.unsigned, bloc)
        (event, state) = (members["event"], members["state"])
        // A line of the first recordings, which had all values.
        guard members["kind"] != nil || (event != nil && state != nil) else { return nil }
        for key in ["time", "trigger", "name", "outcome", "reason", "stateName"] {
            if case .string(let text)? = members[key] { texts[key] = text }
        }
        if case .array(let fields)? = members["changed"] {
            changed = fields.compactMap { if case .string(let field) = $0 { field } else { nil } }
        }
        isPartial = members["partial"] == .bool(true)
    }

    /// The line as one of a stream, with names for what an old line has only values of.
    func transition(instance: UInt64, after before: JSONValue?) -> TransitionLine {
        var line = TransitionLine(bloc: BlocName(name: bloc, instance: instance), trigger: .event)
        line.trigger = texts["trigger"].flatMap { .init(rawValue: $0) } ?? (event == .null ? .method : .event)
        line.name = texts["name"] ?? event?.caseName
        line.cause = cause
        line.outcome = texts["outcome"].flatMap { .init(rawValue: $0) } ?? .published
        line.reason = texts["reason"]
        line.stateName = texts["stateName"] ?? state?.stateName
        line.changed = changed ?? Self.changedFields(from: before, to: state)
        line.event = event.flatMap { try? Array(ShownValue.encoder.encode($0)) }
        line.state = state.flatMap { try? Array(ShownValue.encoder.encode($0)) }
        line.isPartial = isPartial
        return line
    }

    /// The names of the members that differ.
    private static func changedFields(from before: JSONValue?, to after: JSONValue?) -> [String] {
        guard let after, before != after else { return [] }
        guard case .object(let old)? = before, case .object(let new) = after else { return ["value"] }
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }

    /// The JSON form of an event or a state.
    package static func json(_ value: some Encodable) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: ShownValue.encoder.encode(value))
    }

    /// The line of a transition, without the end of the line.
    ///
    /// - Throws: The error of an event or a state that has no JSON form.
    package static func bytes(of record: EventLogRecord, at time: Int64) throws -> [UInt8] {
        let transition = record.transition
        var line = TransitionLine(
            bloc: BlocName(name: record.bloc, instance: record.source.number),
            trigger: .init(transition.trigger)
        )
        line.cause = record.cause
        line.changed = ShownValue.changedFields(from: transition.current, to: transition.next)
        line.stateName = ShownValue.stateName(of: transition.next)
        if case .event(let event, let context) = transition.trigger {
            (line.name, line.number) = (EventName.of(event), context.sequence)
        }
        line.event = try record.event.map { Array(try ShownValue.encoder.encode($0)) }
        line.state = try record.state.map { Array(try ShownValue.encoder.encode($0)) }
        return InspectorRecord(sequence: record.sequence, time: time, kind: .transition(line)).line
    }
}

extension TransitionLine.Trigger {
    init(_ trigger: TransitionTrigger) {
        switch trigger {
        case .event: self = .event
        case .work: self = .work
        case .undo: self = .undo
        case .redo: self = .redo
        case .restore: self = .restore
        case .method: self = .method
        }
    }
}

extension JSONValue {
    /// The name of the case of an enumeration, or a plain value.
    package var caseName: String? {
        switch self {
        case .null: nil
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): value
        case .array: "list"
        case .object(let members): members.count == 1 ? members.keys.first : nil
        }
    }

    /// The name of a state: its case, or that of its content, its phase or its status.
    package var stateName: String? {
        if case .object(let members) = self, let phase = members["content"] ?? members["phase"] ?? members["status"] {
            return phase.contentName
        }
        return contentName
    }

    /// The name of a case; of loaded content that is an enumeration, the name of the content's case.
    private var contentName: String? {
        if case .object(let state) = self, case .object(let payload)? = state["hasData"],
            case .object(let content)? = payload["_0"], content.count == 1, let member = content.first,
            case .object = member.value
        {
            return member.key
        }
        return caseName
    }
}
