import ArgumentParser
import Bloc
import BlocKit
import Repository
import Services

/// `contacts replay`: replays recorded events and compares the transitions.
struct ReplayCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recording and compare.",
        usage: "contacts replay <file> [<options>]",
        discussion: """
            Adds the events of the recording to fresh blocs. The first transition that differs is printed with its \
            sequence number and the path of the field; the exit status is then 1. A gap in the sequence separates two runs \
            of the program.

            Your contacts are not changed: the blocs work on a copy of the database. The copy is tried as it is, empty, \
            and with up to 20 steps of the history undone or redone; the one that explains most of the recording counts.

            EXAMPLES
              contacts --record run.jsonl list --limit 20
              contacts replay run.jsonl
            """
    )

    static let needsContacts = false

    @Argument(help: ArgumentHelp("The recording, made with --record.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup
    var global: GlobalOptions

    /// The maximum number of history steps that are undone or redone to find the earlier state of the store.
    private static let mostSteps = 20

    func run(in program: Program) async throws -> ExitStatus {
        let recording = try Recording(path: file)
        var furthest: ReplayDifference?
        var count = 0
        var starts = [ReplayStart.copy]
        while let start = starts.popLast() {
            furthest = try await program.composed(over: start) {
                @Injected(\.blocs) var blocs
                let replay = RecordingReplay(recording: recording, blocs: blocs.replayable)
                if start == .copy {
                    count = try requireKnown(replay, program)
                    starts = try await otherStarts().reversed()
                }
                let difference = try await replay.firstDifference()
                guard let difference, let furthest else { return difference }
                return difference.sequence > furthest.sequence ? difference : furthest
            }
            if furthest == nil { break }
        }
        if let furthest {
            try program.output.write(furthest.description + "\n")
            return .failure
        }
        program.messages.note("\(count) transitions replayed; none differs.")
        return .success
    }

    /// Candidates for the store at the beginning of the recording, the likeliest first.
    private func otherStarts() async throws -> [ReplayStart] {
        @Injected(\.app.history) var service
        let history = try await service.history(limit: Self.mostSteps)
        let undone = history.count(where: \.isUndone)
        return [.empty]
            + (0..<history.count - undone).map { .undone($0 + 1) }
            + (0..<undone).map { .redone($0 + 1) }
    }

    /// Warns of blocs that are not replayed, and returns the number of transitions that are.
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

/// The store that a recording is replayed on; changes to it are discarded.
///
/// A recording does not contain the store as it was at the start, which the recorded events may have changed.
enum ReplayStart: Equatable, Sendable {
    /// A copy of the store.
    case copy
    /// An empty store, as a new user has it.
    case empty
    /// A copy of the store with this many last steps undone.
    case undone(Int)
    /// A copy of the store with this many undone steps redone.
    case redone(Int)
}
