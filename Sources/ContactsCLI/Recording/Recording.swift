import Primitives

/// A recording of blocs, read from a file.
struct Recording: Equatable, Sendable {
    /// The lines, in their order.
    var lines: [RecordingLine]

    /// The names of the blocs, in the order of their first line.
    var blocs: [String] {
        var known: Set<String> = []
        return lines.map(\.bloc).filter { known.insert($0).inserted }
    }

    /// The lines of each recorded run of the program; a gap in the sequence separates two runs.
    var runs: [[RecordingLine]] {
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

    init(lines: [RecordingLine]) {
        self.lines = lines
    }

    /// Reads a recording.
    ///
    /// - Throws: ``Failure`` when the file is missing (66), cannot be read (74) or is not a recording (65).
    init(path: String) throws {
        guard let data = Descriptor.contents(of: path, limit: Self.sizeLimit + 1) else {
            guard FileKind(path: path) == nil else {
                throw Failure(.inputOutput, "The recording “\(path)” cannot be read. Check its permissions.")
            }
            throw Failure(
                .noInput,
                "The recording “\(path)” does not exist. Make one with: contacts --record \(path) list"
            )
        }
        try self.init(Data(data), path: path)
        guard !lines.isEmpty else { throw Self.failure(path, "it is empty") }
    }

    /// Reads the lines of a recording, which may be empty.
    init(_ data: Data, path: String) throws {
        lines = []
        guard data.count <= Self.sizeLimit else {
            throw Self.failure(path, "it is larger than \(Self.sizeLimit >> 20) MB")
        }
        for (index, bytes) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let value = try? JSONDecoder().decode(JSONValue.self, from: bytes) else {
                throw Self.failure(path, "line \(index + 1) is not valid JSON")
            }
            guard let line = RecordingLine(value) else {
                throw Self.failure(
                    path,
                    "line \(index + 1) is not an object with the keys sequence, cause, bloc, event and state"
                )
            }
            guard line.sequence <= Self.lastSequence else {
                throw Self.failure(path, "the sequence of line \(index + 1) is too large (\(line.sequence))")
            }
            guard line.sequence > lines.last?.sequence ?? 0 else {
                throw Self.failure(path, "the sequence of line \(index + 1) is not higher than the one before it")
            }
            guard line.cause ?? 0 < line.sequence else {
                throw Self.failure(path, "the cause in line \(index + 1) is not an earlier line")
            }
            lines.append(line)
        }
    }

    /// The largest size of a file, in bytes: all of it is held in memory.
    private static let sizeLimit = 256 << 20
    /// The largest number of a transition: more can follow it.
    private static let lastSequence = UInt64.max / 2

    private static func failure(_ path: String, _ reason: String) -> Failure {
        Failure(.badData, "The file “\(path)” is not a recording: \(reason). Make one with --record.")
    }
}

/// A line of a recording, which is a transition of a bloc.
struct RecordingLine: Encodable, Equatable, Sendable {
    /// The number of the transition, higher than all before it.
    var sequence: UInt64
    /// The number of the transition that caused this one, if any.
    var cause: UInt64?
    /// The key of the bloc.
    var bloc: String
    /// The event; `null` when no event triggered the transition.
    var event: JSONValue
    /// The state after the transition.
    var state: JSONValue

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case sequence, cause, bloc, event, state
    }

    init(sequence: UInt64, cause: UInt64?, bloc: String, event: JSONValue, state: JSONValue) {
        self.sequence = sequence
        self.cause = cause
        self.bloc = bloc
        self.event = event
        self.state = state
    }

    /// Reads a line; `nil` when a key is missing, though the value of `cause` may be null, or has another type.
    init?(_ value: JSONValue) {
        guard case .object(let members) = value, let sequence = members["sequence"]?.unsigned,
            let cause = members["cause"], cause == .null || cause.unsigned != nil,
            case .string(let bloc)? = members["bloc"], let event = members["event"], let state = members["state"]
        else { return nil }
        self.init(sequence: sequence, cause: cause.unsigned, bloc: bloc, event: event, state: state)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(cause, forKey: .cause)
        try container.encode(bloc, forKey: .bloc)
        try container.encode(event, forKey: .event)
        try container.encode(state, forKey: .state)
    }

    /// Encodes events and states as JSON, equal values as equal bytes.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// The JSON form of an event or a state.
    static func json(_ value: some Encodable) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: encoder.encode(value))
    }
}
