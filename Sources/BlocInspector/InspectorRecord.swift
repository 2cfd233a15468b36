import Bloc
import Primitives

/// A line of the inspector's stream, version 1: what a bloc did, or how it is.
///
/// The article <doc:InspectorStream> describes the keys.
struct InspectorRecord: Sendable {
    /// What the line is about.
    enum Kind: Sendable {
        case bloc(BlocLine)
        case transition(TransitionLine)
        /// So many records were left out, because they came faster than they could be written.
        case gap(Int)
    }

    /// The number of the record in its stream.
    var sequence: UInt64
    /// The time in milliseconds since 1970.
    var time: Int64
    var kind: Kind

    /// Whether it says that a bloc was created.
    var isCreation: Bool { if case .bloc(let line) = kind { line.phase == .created } else { false } }

    /// The record as one line of JSON, without the end of the line.
    var line: [UInt8] { line(at: StreamTime.text(time), of: nil) }

    /// The line with another text of the time, or none, and with the index of its recording if two are shown.
    func line(at time: String?, of recording: Int?) -> [UInt8] {
        var json = JSONObject()
        json.add("v", 1)
        switch kind {
        case .bloc(let bloc):
            json.begin("bloc", sequence, time)
            bloc.write(to: &json)
        case .transition(let transition):
            json.begin("transition", sequence, time)
            transition.write(to: &json)
        case .gap(let missing):
            json.begin("gap", sequence, time)
            json.add("missing", missing)
        }
        if let recording { json.add("recording", recording) }
        return json.end()
    }
}

/// The name under which a bloc is shown, and its number in the process.
struct BlocName: Hashable, Sendable {
    var name: String
    var instance: UInt64
}

/// A bloc that was created or closed, or how it is.
struct BlocLine: Sendable {
    enum Phase: String, Sendable {
        case created, report, closed
    }

    var bloc: BlocName
    var type: String
    var phase: Phase
    var place: BlocPlace?
    var inspection: BlocInspection?
    /// Whether events can be written as JSON.
    var acceptsEvents = false
    /// An event of the type as JSON, to show how one is written.
    var example: [UInt8]?
    var state: [UInt8]?
    var stateName: String?
    /// Whether its owner closed it.
    var byOwner: Bool?

    func write(to json: inout JSONObject) {
        json.add("bloc", bloc.name)
        json.add("instance", bloc.instance)
        json.add("type", type)
        json.add("phase", phase.rawValue)
        json.add("key", place?.key.name)
        json.add("scope", place?.scope ?? [])
        json.add("parent", place?.parent?.name)
        if let inspection {
            let report = inspection.report
            var object = JSONObject()
            object.add("handled", report.eventsHandled)
            object.add("queued", report.queueLength)
            object.add("running", report.handlersInFlight)
            object.add("open", report.queueLength + report.handlersInFlight)
            object.add("subscribers", report.subscribers)
            object.add("age", report.age.components.seconds)
            object.add("isLeaked", report.hasLostSubscribers || place?.isOrphan == true)
            object.add("canUndo", inspection.canUndo)
            object.add("canRedo", inspection.canRedo)
            object.add("acceptsEvents", acceptsEvents)
            if let example { object.add("example", String(decoding: example, as: UTF8.self)) }
            json.add("report", raw: object.end())
        }
        if let state { json.add("state", raw: state) }
        if let stateName { json.add("stateName", stateName) }
        if let byOwner { json.add("byOwner", byOwner) }
    }
}

/// A change of a bloc's state, or the end of an event.
struct TransitionLine: Sendable {
    enum Trigger: String, Sendable {
        case event, work, undo, redo, restore, method, effect
    }

    enum Outcome: String, Sendable {
        case published, handled, failed, cancelled, dropped, late, started
    }

    var bloc: BlocName
    var trigger: Trigger
    var name: String?
    /// The number of the event in its bloc.
    var number: UInt64?
    var cause: UInt64?
    var changed: [String] = []
    var outcome = Outcome.published
    var reason: String?
    /// The values as JSON, where they are shown.
    var event: [UInt8]?
    var state: [UInt8]?
    var effect: [UInt8]?
    /// Whether one of them isn't the value as it encodes itself, because that is too large or it doesn't.
    var isPartial = false
    var stateName: String?

    func write(to json: inout JSONObject) {
        json.add("cause", cause)
        json.add("bloc", bloc.name)
        json.add("instance", bloc.instance)
        json.add("trigger", trigger.rawValue)
        json.add("name", name)
        json.add("number", number)
        json.add("changed", changed)
        json.add("outcome", outcome.rawValue)
        if let reason { json.add("reason", reason) }
        if let event {
            json.add("event", raw: event)
        } else if trigger != .event {
            json.add("event", raw: Array("null".utf8))
        }
        if let state { json.add("state", raw: state) }
        if let stateName { json.add("stateName", stateName) }
        if let effect { json.add("effect", raw: effect) }
        if isPartial { json.add("partial", true) }
    }
}

/// Writes a JSON object member by member.
struct JSONObject {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    mutating func begin(_ kind: String, _ sequence: UInt64, _ time: String?) {
        add("kind", kind)
        add("sequence", sequence)
        if let time { add("time", time) }
    }

    mutating func add(_ key: String, _ value: String?) {
        name(key)
        if let value { JSONString.append(value, to: &bytes) } else { bytes += "null".utf8 }
    }

    mutating func add(_ key: String, _ value: (some FixedWidthInteger)?) {
        name(key)
        bytes += (value.map { String($0) } ?? "null").utf8
    }

    mutating func add(_ key: String, _ value: Bool) {
        name(key)
        bytes += (value ? "true" : "false").utf8
    }

    mutating func add(_ key: String, _ values: [String]) {
        name(key)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONString.append(value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Adds a value that is JSON already.
    mutating func add(_ key: String, raw value: [UInt8]) {
        name(key)
        bytes += value
    }

    mutating func end() -> [UInt8] { bytes + [UInt8(ascii: "}")] }

    private mutating func name(_ key: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        JSONString.append(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }
}

/// The times of the stream: RFC 3339 in UTC, with milliseconds.
enum StreamTime {
    static func text(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// The time now, in milliseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
