import Bloc
import BlocInspector
import Primitives

/// Replays a recording: adds each event from outside to a fresh bloc, in the order of the sequence.
struct RecordingReplay: Sendable {
    let recording: Recording
    let blocs: [ReplayableBloc]

    /// The lines whose blocs are replayed.
    var known: [RecordingLine] { recording.lines.filter { line in blocs.contains { $0.key == line.bloc } } }

    var unknownBlocs: [String] { recording.blocs.filter { name in !blocs.contains { $0.key == name } } }

    func firstDifference() async throws -> ReplayDifference? {
        for lines in recording.runs {
            var running: [String: ReplayableBloc.Running] = [:]
            let difference = await Result(awaiting: { try await compare(lines, &running) })
            for bloc in running.values { await bloc.close() }
            if let difference = try difference.get() { return difference }
        }
        return nil
    }

    private func compare(
        _ lines: [RecordingLine],
        _ running: inout [String: ReplayableBloc.Running]
    ) async throws -> ReplayDifference? {
        var own: [String: Set<UInt64>] = [:]
        for line in lines { own[line.bloc, default: []].insert(line.sequence) }
        /// Per bloc: transitions that are not compared yet, and the number of the last one compared.
        var coming: [String: ArraySlice<(event: JSONValue, state: JSONValue)>] = [:]
        var last: [String: UInt64] = [:]
        for line in lines {
            let key = line.bloc
            guard let bloc = blocs.first(where: { $0.key == key }) else { continue }
            let isCausedWithin = line.cause.map { own[key]?.contains($0) ?? false } ?? false
            // The event came from outside the bloc.
            if line.event != .null, !isCausedWithin {
                if let last = last[key], coming[key]?.isEmpty == false {
                    return ReplayDifference(sequence: last, bloc: key, what: ReplayDifference.additional)
                }
                let player = running[key] ?? bloc.begin()
                running[key] = player
                coming[key] = try await player.add(line)[...]
            }
            // An event that changed nothing: what comes in its stead would be found at the next line.
            if line.isEnd { continue }
            guard let came = coming[key]?.popFirst() else {
                return ReplayDifference(sequence: line.sequence, bloc: key, what: ReplayDifference.missing)
            }
            let path =
                line.event?.firstDifference(from: came.event, path: "event")
                ?? line.state?.firstDifference(from: came.state, path: "state")
            if let path { return ReplayDifference(sequence: line.sequence, bloc: key, what: "differs: \(path)") }
            last[key] = line.sequence
        }
        let additional = coming.filter { !$0.value.isEmpty }.keys.compactMap { key in
            last[key].map { ReplayDifference(sequence: $0, bloc: key, what: ReplayDifference.additional) }
        }
        return additional.min { $0.sequence < $1.sequence }
    }
}

/// The place where a replay differs from its recording.
struct ReplayDifference: Equatable, Sendable {
    static let missing = "did not come: state"
    /// An additional transition followed, which was not recorded.
    static let additional = "was followed by another one that was not recorded: state"

    let sequence: UInt64
    let bloc: String
    /// What is different, without values, which may be personal.
    let what: String

    var description: String { "transition \(sequence) of \(bloc) \(what)" }
}

/// A bloc of the program whose recordings can be replayed.
struct ReplayableBloc: Sendable {
    /// A fresh bloc that recorded events are added to.
    struct Running: Sendable {
        /// Adds the event of a line, and returns the transitions that follow.
        let add: @Sendable (RecordingLine) async throws -> [(event: JSONValue, state: JSONValue)]
        let close: @Sendable () async -> Void
    }

    /// Adds events in JSON to a fresh bloc.
    let steps: @Sendable ([String]) async throws -> [ReplayStep]

    let key: String
    let begin: @Sendable () -> Running

    init<B: Bloc>(_ key: BlocKey<B>, create: @escaping @Sendable () -> B) where B.Event: Codable, B.State: Encodable {
        self.key = key.name
        steps = { try await replaySteps($0, on: create) }
        begin = {
            let replayer = BlocReplayer(create)
            return Running(
                add: { line in
                    try await replayer.run(try Self.event(of: line)).transitions.map { transition in
                        (
                            try transition.event.map { try RecordingLine.json($0) } ?? .null,
                            try RecordingLine.json(transition.state)
                        )
                    }
                },
                close: { await replayer.close() }
            )
        }
    }

    private static func event<Event: Decodable>(of line: RecordingLine) throws -> Event {
        do {
            return try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(line.event))
        } catch {
            throw Failure(
                .badData,
                "Transition \(line.sequence) has an event that “\(line.bloc)” does not know. Replay it with the version that recorded it."
            )
        }
    }
}
