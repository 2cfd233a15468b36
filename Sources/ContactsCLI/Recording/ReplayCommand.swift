import ArgumentParser
import Bloc
import BlocInspector
import BlocKit
import Primitives
import Repository
import Services

struct ReplayCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recording and compare.",
        usage: "contacts replay <file> [<other-file>] [--as-test] [--inspect] [<options>]",
        discussion: """
            Adds the events of the recording to fresh blocs. The first transition that differs is printed with its \
            sequence number and the path of the field; the exit status is then 1. A gap in the sequence separates two runs \
            of the program.

            Your contacts are not changed: the blocs work on a copy of the database. The copy is tried as it is, \
            empty, and with up to 20 steps of the history undone or redone; the one that explains most of the \
            recording is used.

            With a second file nothing is replayed: the first transition that differs between the two is printed. With \
            --inspect, a browser shows the recording, or both side by side, until Ctrl-C.

            EXAMPLES
              contacts --record run.jsonl list --limit 20
              contacts replay run.jsonl
              contacts replay before.jsonl after.jsonl --inspect
              contacts replay run.jsonl --as-test > ReplayedTests.swift
            """
    )

    @Argument(help: ArgumentHelp("The recording, made with --record.", valueName: "file"), completion: .file())
    var file: String

    @Argument(help: ArgumentHelp("A recording to compare it with.", valueName: "other-file"), completion: .file())
    var other: String?

    @Flag(help: "Print a test of the fewest events that show the difference, the last error or the last state.")
    var asTest = false

    @Option(help: ArgumentHelp("The bloc to test; by default the one that differs, or the first.", valueName: "key"))
    var bloc: String?

    func check(_ global: GlobalOptions) throws {
        if bloc != nil, !asTest { throw ValidationError("--bloc chooses the bloc of a test. Add --as-test.") }
        if asTest, other != nil {
            throw ValidationError("A test is made from one recording. Leave out \(other ?? "").")
        }
        if asTest, global.inspect != nil {
            throw ValidationError("--as-test prints a test, and --inspect shows the recording. Give one of them.")
        }
    }

    /// The maximum number of history steps to undo or redo when searching for the store's earlier state.
    private static let mostSteps = 20

    func run(in program: Program) async throws -> ExitStatus {
        let recording = try Recording(path: file)
        let second = try other.map { try Recording(path: $0) }
        if let port = program.options.inspect {
            return try await show([recording] + (second.map { [$0] } ?? []), port)
        }
        if let second { return try compare(recording, second, program) }
        if let line = recording.lines.first(where: { !$0.isReplayable }) {
            throw Failure(
                .badData,
                "Transition \(line.sequence) in “\(file)” lacks values that a replay needs. Record all of them with --record."
            )
        }
        var furthest: ReplayDifference?
        var best = ReplayStart.copy
        var count = 0
        var starts = [ReplayStart.copy]
        while let start = starts.popLast() {
            let before = furthest?.sequence
            furthest = try await program.composed(over: start) {
                let replay = RecordingReplay(recording: recording, blocs: blocs.replayable)
                if start == .copy {
                    count = try requireKnown(replay, program)
                    starts = try await otherStarts().reversed()
                }
                let difference = try await replay.firstDifference()
                guard let difference, let furthest else { return difference }
                return difference.sequence > furthest.sequence ? difference : furthest
            }
            if furthest == nil || furthest?.sequence != before { best = start }
            if furthest == nil { break }
        }
        if asTest {
            let key = bloc ?? furthest?.bloc ?? recording.blocs.first ?? ""
            try program.output.write(try await test(of: key, recording, over: best, program))
            return .success
        }
        if let furthest {
            try program.output.write(furthest.description + "\n")
            return .failure
        }
        return program.finish("\(count) transitions replayed; none differs.")
    }

    /// Shows recordings in a browser until the user stops the command.
    private func show(_ recordings: [Recording], _ port: Int) async throws -> ExitStatus {
        let names = [file] + (other.map { [$0] } ?? [])
        let inspector = try InspectOption.starting(port: port) {
            try BlocInspector.show(recordings, names: names, port: port)
        }
        while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
        await inspector.stop()
        // A signal ends it, as with `contacts serve`.
        throw CancellationError()
    }

    private func compare(_ one: Recording, _ two: Recording, _ program: Program) throws -> ExitStatus {
        guard let difference = one.firstDifference(from: two) else {
            return program.finish("\(one.lines.count) transitions in both; none differs.")
        }
        try program.output.write(difference + "\n")
        return .failure
    }

    private func test(
        of key: String,
        _ recording: Recording,
        over start: ReplayStart,
        _ program: Program
    ) async throws -> String {
        try await program.composed(over: start) {
            guard let bloc = blocs.replayable.first(where: { $0.key == key }) else {
                let known = recording.blocs.map { "“\($0)”" }.joined(separator: ", ")
                throw Failure(.usage, "The recording has no bloc “\(key)” that can be replayed. It has \(known).")
            }
            do {
                let name = String(file.split(separator: "/").last ?? "")
                return try await recording.test(of: key, in: name, module: "ContactsCLI", run: bloc.steps) {
                    "ReplayStart.\(start).steps(of: \"\(key)\", \($0))"
                }
            } catch let error as RecordingError {
                throw Failure(.badData, "No test can be made from the file “\(file)”: \(error.reason).")
            }
        }
    }

    /// Returns candidates for the store's state at the start of the recording, likeliest first.
    private func otherStarts() async throws -> [ReplayStart] {
        let history = try await app.history.history(limit: Self.mostSteps)
        let undone = history.count(where: \.isUndone)
        return [.empty]
            + (0..<history.count - undone).map { .undone($0 + 1) }
            + (0..<undone).map { .redone($0 + 1) }
    }

    /// Warns about blocs that can't be replayed, and returns the number of transitions that can.
    private func requireKnown(_ replay: RecordingReplay, _ program: Program) throws -> Int {
        let count = replay.known.count
        let unknown = replay.unknownBlocs.map { "“\($0)”" }.joined(separator: ", ")
        guard count > 0 else {
            throw Failure(
                .badData,
                "The recording “\(file)” has no bloc of this program, only \(unknown)."
            )
        }
        if !unknown.isEmpty {
            program.messages.warning("Unknown blocs are skipped: \(unknown).")
        }
        return count
    }
}

/// The store to replay a recording on; changes to it are discarded.
///
/// A recording doesn't contain the store's initial state, which the recorded events may have changed.
enum ReplayStart: Equatable, Sendable {
    case copy
    /// An empty store, like a new user's.
    case empty
    /// A copy of the store with this many of the last steps undone.
    case undone(Int)
    /// A copy of the store with this many undone steps redone.
    case redone(Int)

    /// Adds JSON events to a new bloc over this store, for the tests that `contacts replay --as-test` generates.
    func steps(
        of key: String,
        _ events: [String],
        environment: [String: String] = ProcessVariables.all
    ) async throws -> [ReplayStep] {
        let configuration = try ConfigurationLoader(processEnvironment: environment).load(flags: ConfigurationFlags())
            .configuration
        return try await CompositionRoot.over(self, of: configuration, environment: environment) { root in
            try await withDependencies({ $0.app = root.dependencies }) {
                @Injected(\.blocs) var blocs
                guard let bloc = blocs.replayable.first(where: { $0.key == key }) else {
                    throw Failure(.usage, "There is no bloc “\(key)” that can be replayed.")
                }
                return try await bloc.steps(events)
            }
        }
    }
}

/// Replays a recording: adds each external event to a new bloc, in sequence order.
struct RecordingReplay: Sendable {
    let recording: Recording
    let blocs: [ReplayableBloc]

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
        /// Per bloc: the transitions not compared yet, and the number of the last one compared.
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
            // The event changed nothing. If the replay changed something here, the next line would detect it.
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

/// The point where a replay deviates from its recording.
struct ReplayDifference: Equatable, Sendable {
    static let missing = "is missing: state"
    static let additional = "was followed by another one that wasn't recorded: state"

    let sequence: UInt64
    let bloc: String
    /// The difference, without values, which may be personal.
    let what: String

    var description: String { "transition \(sequence) of \(bloc) \(what)" }
}

struct ReplayableBloc: Sendable {
    /// A new bloc that recorded events are added to.
    struct Running: Sendable {
        /// Adds a line's event, and returns the resulting transitions.
        let add: @Sendable (RecordingLine) async throws -> [(event: JSONValue, state: JSONValue)]
        let close: @Sendable () async -> Void
    }

    /// Adds JSON events to a new bloc.
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
