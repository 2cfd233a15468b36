import BlocInspector
import Foundation
import Testing

@testable import ContactsCLI

/// `--record`, `contacts replay` and `contacts diagram` in the built program.
struct ReplayCommandTests {
    private func lines(of file: URL) throws -> [[String: Any]] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// The loaded content of a line's state.
    private static func content(of line: [String: Any]) -> [String: Any]? {
        ((line["state"] as? [String: Any])?["hasData"] as? [String: Any])?["_0"] as? [String: Any]
    }

    private let contacts: Binary
    /// A recording of a list, a change and the list again.
    private let file: URL

    init() async throws {
        contacts = try Binary()
        file = contacts.home.url.appending(path: "run.jsonl")
        let first = try await contacts.succeed("--record", file.path, "list", "--limit", "3")
        let id = try #require(first.lines.first?.split(separator: "\t").first.map(String.init))
        _ = try await contacts.run("edit", id, "--first-name", "Zoë", "--record", file.path)
        // Through a link, as people keep what a program writes elsewhere.
        let link = contacts.home.url.appending(path: "link.jsonl")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        _ = try await contacts.run("list", "--limit", "3", "--record", link.path)
    }

    @Test func `a recording has a line of version 1 for each transition, private, and is continued`() async throws {
        let lines = try lines(of: file)
        #expect(lines.count >= 5)
        var last: UInt64 = 0
        var gaps = 0
        for line in lines {
            let keys = ["sequence", "cause", "bloc", "event", "state", "changed", "outcome"]
            #expect(Set(line.keys).isSuperset(of: keys))
            #expect(line["v"] as? UInt64 == 1 && line["kind"] as? String == "transition")
            let sequence = try #require(line["sequence"] as? UInt64)
            #expect(sequence > last)
            if sequence > last + 1 { gaps += 1 }
            last = sequence
            #expect(line["cause"] is NSNull || (line["cause"] as? UInt64 ?? .max) < sequence)
        }
        #expect(gaps == 2, "each of the three runs but the first begins after a gap")
        #expect(Set(lines.compactMap { $0["bloc"] as? String }) == ["contact-list", "contact"])
        #expect(try TemporaryFolder.mode(of: file.path) == 0o600)
    }

    @Test func `a recording is replayed without a difference, and the store stays as it is`() async throws {
        let before = try await contacts.run("list", "--offline").output
        try await contacts.succeed("replay", file.path, output: "")
        #expect(try await contacts.run("list", "--offline").output == before)
    }

    @Test func `the first transition that differs is named by its sequence and the path of the field`() async throws {
        let lines = try lines(of: file)
        let saved = try #require(lines.first { Self.content(of: $0)?["changed"] != nil })
        let sequence = try #require(saved["sequence"] as? UInt64)
        var text = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        let index = try #require(text.firstIndex { $0.contains("\"sequence\":\(sequence),") })
        let halves = text[index].components(separatedBy: "\"state\":")
        text[index] = ([halves[0]] + halves.dropFirst().map { $0.replacing("\"Zoë\"", with: "\"Zoe\"") })
            .joined(separator: "\"state\":")
        try Data(text.joined(separator: "\n").utf8).write(to: file)

        let path = "state.hasData._0.changed._0[0].new.name.first"
        let output = "transition \(sequence) of contact differs: \(path)\n"
        try await contacts.fail(1, "replay", file.path, output: output)
    }

    @Test func `two recordings are compared at their first difference`() async throws {
        let other = contacts.home.url.appending(path: "other.jsonl")
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.write(to: other, atomically: true, encoding: .utf8)
        try await contacts.succeed("replay", file.path, other.path)
        let lines = text.split(separator: "\n")
        try lines.dropLast().joined(separator: "\n").write(to: other, atomically: true, encoding: .utf8)
        let compared = try await contacts.fail(1, "replay", file.path, other.path)
        #expect(compared.output.hasSuffix("is only in one recording\n"))
    }

    @Test func `a recording becomes a test, whose events can be added again`() async throws {
        let test = try await contacts.succeed("replay", file.path, "--as-test", "--bloc", "contact-list")
        #expect(test.output.hasPrefix("import BlocInspector\nimport Testing\n\n@testable import ContactsCLI\n"))
        #expect(test.output.contains("@Test func `contact-list repeats what run.jsonl has`() async throws {"))
        #expect(test.output.contains(#".steps(of: "contact-list", events)"#))
        let event = try #require(test.output.split(separator: "\n").first { $0.hasPrefix("        #\"{") })
        let json = String(event.dropFirst(10).dropLast(3))
        let steps = try await ReplayStart.empty.steps(
            of: "contact-list",
            [json],
            environment: ["HOME": contacts.home.url.path]
        )
        #expect(steps.map(\.outcome) == ["handled"])
        #expect(steps.first?.states.isEmpty == false)
        for wrong in [["--bloc", "list"], ["--as-test", file.path], ["--as-test", "--bloc", "nothing"]] {
            #expect(try await contacts.run(["replay", file.path] + wrong).status == 64)
        }
    }

    @Test func `a recording is shown until a signal, and a port that is taken is named`() async throws {
        let (shown, line, messages) = try await contacts.follow(["replay", file.path, file.path, "--inspect"])
        defer { try? messages.close() }
        #expect(line.hasPrefix("inspector: http://127.0.0.1:") && line.contains("/?token="))
        let port = try #require(URL(string: String(line.dropFirst(11)))?.port)
        try await contacts.fail(69, "--inspect=\(port)", "list", saying: "port \(port)")
        shown.send(SIGINT)
        #expect(try await shown.result.status == 130)
        let live = try await contacts.run("list", "--limit", "1", "--inspect", "--inspect-values")
        #expect(live.status == 0 && live.messages.contains("inspector: http://127.0.0.1:"))
        #expect(try await contacts.run("list", "--inspect=70000").status == 64)
    }

    @Test func `another file than a recording is exit code 65, and a missing one 66`() async throws {
        let contacts = try Binary()
        let file = try contacts.home.write("hello\n", to: "notes.txt")
        for command in ["replay", "diagram"] {
            #expect(try await contacts.run(command, file).status == 65)
            #expect(try await contacts.run(command, file + "x").status == 66)
        }
        // Nothing is appended to another file, nor to a recording whose last number nothing can follow.
        #expect(try await contacts.run("list", "--record", file).status == 65)
        #expect(try contacts.home.text(of: "notes.txt") == "hello\n")
        let line = #"{"sequence":18446744073709551615,"cause":null,"bloc":"a","event":null,"state":1}"#
        let last = try contacts.home.write(line + "\n", to: "last.jsonl")
        #expect(try await contacts.run("list", "--record", last).status == 65)
        #expect(try await contacts.run("list", "--record", contacts.home.url.path).status == 73)
        #expect(try await contacts.run("list", "--record", "/dev/full").status == 74)
    }

    @Test func `the diagram has the states of each bloc, with counts on the arrows`() async throws {
        let mermaid = try await contacts.run("diagram", file.path)
        #expect(mermaid.lines.first == "stateDiagram-v2")
        #expect(mermaid.output.contains("state \"contact-list\" as bloc1 {"))
        #expect(mermaid.output.contains("bloc1_1 --> bloc1_2 : started (2)"))
        let dot = try await contacts.run("diagram", file.path, "--format", "dot")
        #expect(dot.lines.first == "digraph blocs {")
        #expect(dot.output.contains("subgraph cluster_1 {\n        label = \"contact-list\"\n"))
        #expect(dot.output.contains("bloc1_1 -> bloc1_2 [label = \"started (2)\"]"))
    }
}
