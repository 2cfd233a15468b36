import Foundation
import Repository
import Survival

// Kills the built program again and again; see `Scripts/stress program`.

func complain(_ message: String) -> Never {
    FileHandle.standardError.write(Data("survive: \(message)\n".utf8))
    exit(1)
}

let arguments = CommandLine.arguments
let number = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
let program = URL(filePath: arguments.dropFirst(3).first ?? "")

do {
    switch arguments.dropFirst().first {
    case "kill-syncs": print(try SyncKills(results: 100, pages: 30).run(number, program: program))
    case "kill-books":
        // The seed of a failure repeats its edits.
        let seed = arguments.dropFirst(4).first.flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
        let python = arguments.dropFirst(5).first.map { URL(filePath: $0) }
        print(
            try BookKills(with: python.map { .radicale(python: $0) } ?? .folder, seed: seed).run(
                number,
                program: program
            )
        )
    case "crowd": print(try Crowd().run(seconds: Double(number), program: program))
    default:
        complain(
            "usage: kill-syncs N PROGRAM | kill-books N PROGRAM [SEED [PYTHON]] | crowd SECONDS PROGRAM"
        )
    }
} catch {
    complain("\(error)")
}
