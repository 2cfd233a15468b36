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
        try RecordingError.check(data.count <= Self.sizeLimit, "it is larger than \(Self.sizeLimit >> 20) MB")
        var last: UInt64 = 0
        for (index, bytes) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let value = try? JSONDecoder().decode(JSONValue.self, from: bytes) else {
                if mayBeCut, bytes.endIndex == data.endIndex { break }
                throw RecordingError(reason: "line \(index + 1) is not valid JSON")
            }
            // What a newer version adds is skipped, too.
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

    /// What differs first from another recording, as a sentence without values; `nil` when nothing does.
    package func firstDifference(from other: Recording) -> String? {
        for (one, two) in zip(lines, other.lines) {
            let place = "transition \(one.sequence) of \(one.bloc)"
            guard one.bloc == two.bloc else { return "\(place) is one of \(two.bloc) in the other recording" }
            let event = (one.event ?? .null).firstDifference(from: two.event ?? .null, path: "event")
            let state = (one.state ?? .null).firstDifference(from: two.state ?? .null, path: "state")
            if let path = event ?? state { return "\(place) differs: \(path)" }
        }
        // At most one of them is longer.
        let rest = lines.dropFirst(other.lines.count) + other.lines.dropFirst(lines.count)
        return rest.first.map { "transition \($0.sequence) of \($0.bloc) is in one recording only" }
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

/// Why a file is not a recording.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public let reason: String

    /// What is wrong with it.
    public var description: String { "The recording cannot be used: \(reason)." }

    static func check(_ condition: Bool, _ reason: @autoclosure () -> String) throws(RecordingError) {
        guard condition else { throw RecordingError(reason: reason()) }
    }
}
