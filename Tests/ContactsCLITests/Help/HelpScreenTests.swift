import Foundation
import Testing

@testable import ContactsCLI

struct HelpScreenTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "HelpScreens")

    /// The name of the file with the screen of a command.
    private static func file(_ command: [String]) -> String {
        (command.isEmpty ? "contacts" : command.joined(separator: "-")) + ".txt"
    }

    private static func subcommands(in screen: String) -> [String] {
        screen.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.compactMap { line in
            line.prefixMatch(of: /\ \ ([a-z][a-z-]*)/).map { String($0.output.1) }
        }
    }

    @Test func `the help of each command is as it was written`() async throws {
        var commands: [[String]] = [[]]
        var held = Set(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path))
        while let command = commands.popLast() {
            let shown = try await Binary(variables: ["COLUMNS": "80"]).start(["help"] + command).result.output
            let file = Self.file(command)
            #expect(held.remove(file) != nil, "There is no \(file). Run Scripts/renew help-screens, and read it.")
            let screen = try? String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            #expect(screen == shown, "\(file) differs. When the new one is right, run Scripts/renew help-screens.")
            let children = command.isEmpty ? ProgramHelp.groups.flatMap(\.commands) : Self.subcommands(in: shown)
            commands += children.map { command + [$0] }
        }
        #expect(held.isEmpty, "These commands are gone.")
    }

    @Test func `the help of each command has an example and says how it is used`() throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
            let screen = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            #expect(screen.contains("\nUSAGE: contacts"), "\(file)")
            #expect(screen.contains("\nEXAMPLES\n"), "\(file)")
            // The parser does not break the line of the usage.
            let lines = screen.split(separator: "\n").filter { !$0.hasPrefix("USAGE: ") }
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(file)")
            // An example that doesn't fit is broken by its author, and can still be pasted.
            let examples = screen.components(separatedBy: "\nEXAMPLES\n")[1].components(separatedBy: "\n\n")[0]
            #expect(examples.split(separator: "\n").allSatisfy { $0.hasPrefix("  ") }, "\(file)")
        }
    }
}
