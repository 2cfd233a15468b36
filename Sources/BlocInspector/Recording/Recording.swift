public import Primitives

/// A recording of blocs, from an `EventLog`, from ``BlocInspector/record(to:keeping:inspectingValues:)`` or from a
/// page's export.
public struct Recording: Equatable, Sendable {
    /// The transitions, in order.
    package var lines: [RecordingLine]

    /// The names of the blocs, in order of first appearance.
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

    /// Reads a recording; if it is kept in two files, such as `run.jsonl.1` and `run.jsonl`, reads both.
    ///
    /// - Throws: ``RecordingError`` if the file can't be read or isn't a recording.
    public init(contentsOf path: String) throws {
        guard let newer = try? Data(contentsOf: URL(filePath: path)) else {
            throw RecordingError(reason: "it cannot be read")
        }
        let older = try? Data(contentsOf: URL(filePath: path + ".1"))
        try self.init((older ?? Data()) + newer, mayBeCut: true)
    }

    /// Reads the lines of a recording, which may be empty.
    ///
    /// If `mayBeCut`, an incomplete last line, left when the program was killed, is skipped.
    ///
    /// - Throws: ``RecordingError`` with the number of the first invalid line.
    public init(_ data: Data, mayBeCut: Bool = false) throws {
        lines = []
        try RecordingError.check(data.count <= Self.sizeLimit, "it is larger than \(Self.sizeLimit >> 20) MB")
        var last: UInt64 = 0
        for (index, bytes) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let value = try? JSONDecoder().decode(JSONValue.self, from: bytes) else {
                if mayBeCut, bytes.endIndex == data.endIndex { break }
                throw RecordingError(reason: "line \(index + 1) is not valid JSON")
            }
            // Skips kinds of lines that newer versions add, too.
            if let kind = value["kind"], kind != .string("transition") { continue }
            guard let line = RecordingLine(value) else {
                let keys = "the keys sequence, cause, bloc, event and state"
                throw RecordingError(reason: "line \(index + 1) is not an object with \(keys)")
            }
            let sequence = "the sequence of line \(index + 1)"
            try RecordingError.check(line.sequence <= Self.lastSequence, "\(sequence) is too large (\(line.sequence))")
            try RecordingError.check(line.sequence > last, "\(sequence) is not higher than the one before it")
            let cause = line.cause ?? 0
            try RecordingError.check(cause < line.sequence, "the cause in line \(index + 1) is not an earlier line")
            last = line.sequence
            lines.append(line)
        }
    }

    /// Returns the first difference from another recording, as a sentence without values; `nil` if there is none.
    package func firstDifference(from other: Recording) -> String? {
        for (one, two) in zip(lines, other.lines) {
            let place = "transition \(one.sequence) of \(one.bloc)"
            guard one.bloc == two.bloc else { return "\(place) belongs to \(two.bloc) in the other recording" }
            let event = (one.event ?? .null).firstDifference(from: two.event ?? .null, path: "event")
            let state = (one.state ?? .null).firstDifference(from: two.state ?? .null, path: "state")
            if let path = event ?? state { return "\(place) differs: \(path)" }
        }
        // At most one of the recordings is longer.
        let rest = lines.dropFirst(other.lines.count) + other.lines.dropFirst(lines.count)
        return rest.first.map { "transition \($0.sequence) of \($0.bloc) is only in one recording" }
    }

    /// The maximum size of a file, in bytes: the whole file is held in memory.
    package static let sizeLimit = 256 << 20
    /// The maximum number of a transition, which leaves room for more after it.
    private static let lastSequence = UInt64.max / 2

    /// Returns the recording as lines of a stream, without newlines: its blocs, then its transitions.
    ///
    /// The index tells which recording this is if two are shown.
    package func shown(as index: Int? = nil) -> [[UInt8]] {
        let instances = Dictionary(uniqueKeysWithValues: zip(blocs, UInt64(1)...))
        let created = blocs.map { name in
            JSONWriter.object { json in
                json.begin("bloc", 0, nil)
                json.add(name, instances[name] ?? 0, type: name, phase: "created")
                if let index { json.add("recording", index) }
            }
        }
        var before: [String: JSONValue] = [:]
        let shown = lines.map { line in
            var line = line
            line.instance = instances[line.bloc] ?? 0
            line.changed = line.changed ?? line.state?.changedMembers(since: before[line.bloc])
            if let state = line.state { before[line.bloc] = state }
            return line.json(of: index) { ShownValue.whole($0) }
        }
        return created + shown
    }
}

/// An error while reading or writing a recording.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem with the recording.
    public let reason: String

    /// The problem, as a sentence.
    public var description: String { "The recording cannot be used: \(reason)." }

    static func check(_ condition: Bool, _ reason: @autoclosure () -> String) throws(RecordingError) {
        guard condition else { throw RecordingError(reason: reason()) }
    }
}
