package import Bloc
package import Primitives

/// A line of a stream or recording: a transition of a bloc, or the end of an event.
///
/// Its values are JSON: bytes if lines are only written, `JSONValue` if they are read.
package struct TransitionLine<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The number of the line, higher than all earlier numbers.
    package var sequence: UInt64 = 0
    /// The time as text; `nil` in the oldest recordings.
    var time: String?
    /// The number of the line that caused this one, if any.
    package var cause: UInt64?
    /// The name of the bloc, and its number in the process.
    package var bloc: String
    var instance: UInt64 = 0
    var trigger = LineTrigger.event
    var name: String?
    /// The number of the event in its bloc.
    var number: UInt64?
    /// The names of the fields that changed; `nil` in the oldest recordings.
    var changed: [String]?
    package var outcome = LineOutcome.published
    var reason: String?
    /// The event; `null` if no event triggered the transition, `nil` if values are not shown.
    package var event: Value?
    /// The state after the transition; `nil` if the event changed nothing or values are not shown.
    package var state: Value?
    var effect: Value?
    /// Whether a value was abbreviated, because it is too large or can't be encoded.
    var isPartial = false
    var stateName: String?

    /// Whether the line has no state and no changes.
    package var isEnd: Bool { state == nil && changed == [] }
    /// Whether it has all values needed for a replay.
    package var isReplayable: Bool { event != nil && (state != nil || isEnd) && !isPartial }

    /// Returns the line as JSON, given the JSON of its values; `recording` is its index if there are two.
    func json(of recording: Int? = nil, _ bytes: (Value) -> [UInt8]?) -> [UInt8] {
        JSONWriter.object { json in
            json.begin("transition", sequence, time)
            json.add("cause", cause)
            json.add("bloc", bloc)
            json.add("instance", instance)
            json.add("trigger", trigger.rawValue)
            json.add("name", name)
            json.add("number", number)
            json.add("changed", changed ?? [])
            json.add("outcome", outcome.rawValue)
            if let reason { json.add("reason", reason) }
            if let event = event.flatMap(bytes) {
                json.add("event", raw: event)
            } else if trigger != .event {
                json.add("event", nil as String?)
            }
            if let state = state.flatMap(bytes) { json.add("state", raw: state) }
            if let stateName { json.add("stateName", stateName) }
            if let effect = effect.flatMap(bytes) { json.add("effect", raw: effect) }
            if isPartial { json.add("partial", true) }
            if let recording { json.add("recording", recording) }
        }
    }
}

package enum LineTrigger: String, Sendable {
    case event, work, undo, redo, restore, method, effect

    /// The enums use the same case names.
    init(_ trigger: TransitionTrigger) { self = Self(rawValue: EventName.of(trigger)) ?? .method }
}

package enum LineOutcome: String, Sendable {
    case published, handled, failed, cancelled, dropped, late, started
}

/// A parsed line.
package typealias RecordingLine = TransitionLine<JSONValue>

extension TransitionLine where Value == JSONValue {
    /// Creates a line with only these values.
    package init(
        sequence: UInt64,
        time: Date? = nil,
        cause: UInt64? = nil,
        bloc: String,
        outcome: LineOutcome = .published,
        event: JSONValue,
        state: JSONValue
    ) {
        self.init(sequence: sequence, time: time?.streamText, cause: cause, bloc: bloc)
        (self.outcome, self.event, self.state) = (outcome, event, state)
        nameValues()
    }

    /// Parses a line; `nil` if a key is missing or has another type; only `cause` may be null.
    init?(_ value: JSONValue) {
        guard let sequence = value["sequence"]?.unsigned, let bloc = value["bloc"]?.text, let cause = value["cause"],
            cause == .null || cause.unsigned != nil
        else { return nil }
        self.init(sequence: sequence, time: value["time"]?.text, cause: cause.unsigned, bloc: bloc)
        (event, state) = (value["event"], value["state"])
        // A line of the oldest recordings, which always had all values.
        guard value["kind"] != nil || (event != nil && state != nil) else { return nil }
        (name, reason, stateName) = (value["name"]?.text, value["reason"]?.text, value["stateName"]?.text)
        nameValues()
        if let known = value["trigger"]?.text.flatMap(LineTrigger.init(rawValue:)) { trigger = known }
        if let known = value["outcome"]?.text.flatMap(LineOutcome.init(rawValue:)) { outcome = known }
        if case .array(let fields)? = value["changed"] { changed = fields.compactMap(\.text) }
        isPartial = value["partial"] == .bool(true)
    }

    /// Derives the trigger and the names from the values: the oldest recordings had nothing else.
    private mutating func nameValues() {
        trigger = event == .null ? .method : .event
        name = name ?? event?.caseName
        stateName = stateName ?? state?.stateName
    }

    /// Returns the JSON form of an event or a state.
    package static func json(_ value: some Encodable) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(ShownValue.coder.encode(value)))
    }
}

extension EventLogRecord {
    /// Returns the record as a line, without its newline.
    ///
    /// - Throws: The encoding error of an event or state that has no JSON form.
    package func line(at time: Date) throws -> [UInt8] {
        var line = TransitionLine<[UInt8]>(sequence: sequence, time: time.streamText, cause: cause, bloc: bloc)
        (line.instance, line.trigger) = (source.number, LineTrigger(transition.trigger))
        if case .event(let event, let context) = transition.trigger {
            (line.name, line.number) = (EventName.of(event), context.sequence)
        }
        line.changed = ShownValue.changedFields(from: transition.current, to: transition.next)
        line.event = try event.map { try ShownValue.coder.encode($0) }
        line.state = try state.map { try ShownValue.coder.encode($0) }
        line.stateName = ShownValue.stateName(of: transition.next)
        return line.json { $0 }
    }
}

extension JSONValue {
    /// Returns the names of the members that differ from the previous value's.
    func changedMembers(since before: JSONValue?) -> [String] {
        guard before != self else { return [] }
        guard case .object(let old)? = before, case .object(let new) = self else { return ["value"] }
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }

    /// The case name of an enumeration, or a plain value.
    package var caseName: String? {
        switch self {
        case .null: nil
        case .bool, .integer, .unsigned, .number: try? ShownValue.text(self)
        case .string(let value): value
        case .array: "list"
        case .object(let members): members.count == 1 ? members.keys.first : nil
        }
    }

    /// The name of a state: its case, or the case of its content, phase or status.
    package var stateName: String? {
        (self["content"] ?? self["phase"] ?? self["status"] ?? self).contentName
    }

    /// The name of a case; if the loaded content is itself an enumeration, the name of its case.
    private var contentName: String? {
        guard case .object(let content)? = self["hasData"]?["_0"], case .object? = content.values.first else {
            return caseName
        }
        return content.count == 1 ? content.keys.first : caseName
    }
}
