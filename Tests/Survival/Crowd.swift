public import Foundation
import Synchronization

/// Eight concurrent processes that sync, edit and list.
public struct Crowd: Sendable {
    private struct Record {
        /// The last edits, by contact and option.
        var typed: [String: [String: String]] = [:]
        var runs: [String: Int] = [:]
        var failures: [String] = []
    }

    private static let options = ["--first-name", "--last-name", "--email", "--phone"]

    /// Creates the run.
    public init() {}

    /// Runs the processes again and again until the time is over, each of the eight at least once.
    ///
    /// - Returns: A summary in one line.
    /// - Throws: ``SurvivalFailure`` with what went wrong.
    public func run(seconds: Double, program: URL) throws -> String {
        try Installation.with(program) { try run(seconds: seconds, in: $0) }
    }

    private func run(seconds: Double, in installation: Installation) throws -> String {
        let record = Mutex(Record())
        // Eight processes find no database and create it together.
        Self.atOnce { _ in
            Self.note(in: record, "first sync") { try installation.run(["sync", "--results", "50", "--pages", "2"]) }
        }
        let ids = try installation.store.identifiers(20)
        guard ids.count == 20 else {
            throw SurvivalFailure(record.withLock { "The first syncs failed: \($0.failures)" })
        }

        let end = Date.now + seconds
        Self.atOnce { worker in
            var round = 0
            repeat {
                round += 1
                switch worker {
                case 0, 1:
                    Self.note(in: record, "sync") { try installation.run(["sync", "--results", "50", "--pages", "4"]) }
                case 2, 3:
                    Self.note(in: record, "list") {
                        let lines = try installation.run(["list", "--limit", "40", "--offline"]).split(separator: "\n")
                        guard lines.count == 40 else { throw SurvivalFailure("A list of \(lines.count) people.") }
                    }
                default:
                    // All workers edit the first contact, each by another option; the other contacts belong to one worker each.
                    let id = round % 2 == 1 ? ids[0] : ids[worker - 3 + 4 * (round / 2 % 4)]
                    let option = Self.options[worker - 4]
                    let value = Self.value(of: option, worker: worker, round: round)
                    Self.note(in: record, "edit") {
                        try installation.run(["edit", id, option, value])
                        record.withLock { $0.typed[id, default: [:]][option] = value }
                    }
                }
            } while Date.now < end
        }

        try installation.store.checkSoundness()
        let found = record.withLock { $0 }
        guard found.failures.isEmpty else {
            throw SurvivalFailure("\(found.failures.count) runs failed, such as \(found.failures.prefix(3))")
        }
        for (id, typed) in found.typed {
            let shown = try installation.run(["show", id, "--format", "json"])
            for (option, value) in typed where !shown.contains("\"\(value)\"") {
                throw SurvivalFailure("The edit \(option) \(value) of \(id) is lost; shown is \(shown)")
            }
        }
        let runs = found.runs.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
        return "\(runs); no edit lost, nothing refused"
    }

    private static func value(of option: String, worker: Int, round: Int) -> String {
        switch option {
        case "--email": "w\(worker)r\(round)@example.org"
        case "--phone": "+49 30 \(worker)\(100_000 + round)"
        default: "Worker\(worker) Round\(round)"
        }
    }

    private static func note(in record: borrowing Mutex<Record>, _ kind: String, _ body: () throws -> Void) {
        do {
            try body()
            record.withLock { $0.runs[kind, default: 0] += 1 }
        } catch {
            record.withLock { $0.failures.append("\(error)") }
        }
    }

    private static func atOnce(_ body: @Sendable @escaping (Int) -> Void) {
        let group = DispatchGroup()
        for worker in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                body(worker)
                group.leave()
            }
        }
        group.wait()
    }
}
