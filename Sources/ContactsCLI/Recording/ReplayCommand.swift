import ArgumentParser
import Bloc
import Repository
import Services

/// `contacts replay`: runs recorded events again and compares what comes.
struct ReplayCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Run a recording again and compare.",
        usage: "contacts replay <file> [<options>]",
        discussion: """
            The events of the recording are given to fresh blocs. The first transition that
            differs is named by its sequence and the path of the field; the exit status is
            then 1. A gap in the sequence is where another run of the program begins.

            Nothing here is changed: the blocs work over a copy of the database, as it is,
            without anybody, or with up to 20 steps of the history undone or done again,
            whichever explains more of the recording.

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

    /// The most steps of the history that are taken back or forward to find the store as it was.
    private static let mostSteps = 20

    func run(in program: Program) async throws -> ExitStatus {
        let recording = try Recording(path: file)
        var furthest: ReplayDifference?
        var count = 0
        var grounds = [ReplayGround.copy]
        while let ground = grounds.popLast() {
            furthest = try await program.composed(over: ground) {
                @Injected(\.blocs) var blocs
                let replay = RecordingReplay(recording: recording, blocs: blocs.replayable)
                if ground == .copy {
                    count = try requireKnown(replay, program)
                    grounds = try await otherGrounds().reversed()
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

    /// What the store may have been like when the recording began, the likeliest first.
    private func otherGrounds() async throws -> [ReplayGround] {
        @Injected(\.app.history) var service
        let history = try await service.history(limit: Self.mostSteps)
        let undone = history.count(where: \.isUndone)
        return [.empty]
            + (0..<history.count - undone).map { .undone($0 + 1) }
            + (0..<undone).map { .redone($0 + 1) }
    }

    /// Tells which blocs are not replayed, and how many transitions are.
    private func requireKnown(_ replay: RecordingReplay, _ program: Program) throws -> Int {
        let count = replay.known.count
        let unknown = replay.unknownBlocs.map { "“\($0)”" }.joined(separator: ", ")
        guard count > 0 else {
            throw Failure(
                .badData,
                "The recording “\(file)” has only blocs that this program does not have: \(unknown)."
            )
        }
        if !unknown.isEmpty {
            program.messages.warning("Blocs that this program does not have are left out: \(unknown).")
        }
        return count
    }
}

/// The store over which a recording is replayed; what happens there is forgotten.
///
/// A recording does not hold the store as it was when it began, and what was recorded may have changed it since.
enum ReplayGround: Equatable, Sendable {
    /// A copy of the store.
    case copy
    /// A store without anybody, as a new user has it.
    case empty
    /// A copy of the store whose last steps are undone.
    case undone(Int)
    /// A copy of the store whose undone steps are done again.
    case redone(Int)
}
