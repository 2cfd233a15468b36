import Bloc
import Primitives

/// A line of the inspector's stream, version 1.
///
/// The article <doc:InspectorStream> describes its kinds and their members. See also ``TransitionLine``.
struct StreamLine: Sendable {
    /// The number of the line in its stream.
    let sequence: UInt64
    /// The line without its end.
    var json: [UInt8]
    /// Whether it says that a bloc was created, which a later reader learns from the list it begins with.
    var isCreation = false

    /// A line in place of those that were left out, because they came faster than they could be written or read.
    static func gap(_ missing: Int, at sequence: UInt64) -> StreamLine {
        var json = JSONObject("gap", sequence, Date().streamText)
        json.add("missing", missing)
        return StreamLine(sequence: sequence, json: json.end())
    }
}

extension Date {
    /// The time as the stream has it: RFC 3339 in UTC, with milliseconds.
    var streamText: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

/// Writes a JSON object member by member.
struct JSONObject {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    init() {}

    /// Begins a line of the stream.
    init(_ kind: String, _ sequence: UInt64, _ time: String?) {
        add("v", 1)
        add("kind", kind)
        add("sequence", sequence)
        if let time { add("time", time) }
    }

    /// Begins a line about a bloc.
    init(
        bloc: String,
        _ instance: UInt64,
        type: String,
        phase: String,
        at place: BlocPlace? = nil,
        _ sequence: UInt64,
        _ time: String?
    ) {
        self.init("bloc", sequence, time)
        add("bloc", bloc)
        add("instance", instance)
        add("type", type)
        add("phase", phase)
        add("key", place?.key.name)
        add("scope", place?.scope ?? [])
        add("parent", place?.parent?.name)
    }

    mutating func add(_ key: String, _ value: String?) {
        name(key)
        if let value { JSONString.append(value, to: &bytes) } else { bytes += "null".utf8 }
    }

    mutating func add(_ key: String, _ value: (some FixedWidthInteger)?) {
        add(key, raw: (value.map { String($0) } ?? "null").utf8)
    }

    mutating func add(_ key: String, _ value: Bool) { add(key, raw: "\(value)".utf8) }

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
    mutating func add(_ key: String, raw value: some Sequence<UInt8>) {
        name(key)
        bytes += value
    }

    /// The whole object, with the index of its recording if it is a line of one of two.
    consuming func end(of recording: Int? = nil) -> [UInt8] {
        if let recording { add("recording", recording) }
        return bytes + [UInt8(ascii: "}")]
    }

    private mutating func name(_ key: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        JSONString.append(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }
}
