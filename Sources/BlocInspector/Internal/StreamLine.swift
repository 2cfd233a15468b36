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
        let json = JSONWriter.object { json in
            json.begin("gap", sequence, Date().streamText)
            json.add("missing", missing)
        }
        return StreamLine(sequence: sequence, json: json)
    }
}

extension Date {
    /// The time as the stream has it: RFC 3339 in UTC, with milliseconds.
    var streamText: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

extension JSONWriter {
    /// Adds the first members of a line.
    mutating func begin(_ kind: String, _ sequence: UInt64, _ time: String?) {
        add("v", 1)
        add("kind", kind)
        add("sequence", sequence)
        if let time { add("time", time) }
    }

    /// Adds what a line about a bloc begins with.
    mutating func add(_ name: String, _ instance: UInt64, type: String, phase: String, at place: BlocPlace? = nil) {
        add("bloc", name)
        add("instance", instance)
        add("type", type)
        add("phase", phase)
        add("key", place?.key.name)
        add("scope", place?.scope ?? [])
        add("parent", place?.parent?.name)
    }
}
