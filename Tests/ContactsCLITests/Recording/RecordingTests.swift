import Bloc
import Foundation
import Primitives
import Testing

@testable import BlocInspector
@testable import ContactsCLI

@Suite struct RecordingTests {
    private static let good = #"{"sequence":1,"cause":null,"bloc":"a","event":"x","state":1}"#

    private func recording(_ lines: String...) throws -> Recording {
        try Recording(Data(lines.joined(separator: "\n").utf8), of: "run.jsonl")
    }

    @Test(arguments: [
        "hello", "[]", #"{"sequence":2,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":2,"cause":null,"bloc":"a","event":"x"}"#,
        #"{"sequence":"2","cause":null,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":1,"cause":null,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":2,"cause":2,"bloc":"a","event":"x","state":1}"#, "\u{0}\u{0}",
        #"{"sequence":18446744073709551615,"cause":null,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":2,"cause":null,"bloc":"a","event":"x","state":"# + String(repeating: "[", count: 100_000),
    ])
    func `what is no recording is refused with the line at fault`(line: String) throws {
        let failure = #expect(throws: Failure.self) { try recording(Self.good, line) }
        #expect(failure?.status == .badData)
        #expect(failure?.message.contains("line 2") == true)
    }
}

@Suite struct JSONValueTests {
    private func value(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    @Test(arguments: [
        "null", "true", "-9223372036854775808", "18446744073709551615", "0.5", "\"a\\\"b\"", "[1,[]]",
        "{\"a\":{\"b\":null}}",
    ])
    func `any value is read and written without loss`(text: String) throws {
        let written = try ShownValue.coder.encode(try value(text))
        #expect(String(decoding: written, as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("{\"a\":[1,{\"b\":2}]}", "{\"a\":[1,{\"b\":3}]}", "state.a[1].b"), ("{\"a\":1}", "{\"b\":1}", "state.a"),
        ("{\"a\":1,\"z\":2}", "{\"a\":1,\"z\":2,\"c\":3}", "state.c"), ("[1,2]", "[1]", "state[1]"),
        ("1", "\"1\"", "state"),
    ])
    func `the first place that differs is named by its path`(one: String, two: String, path: String) throws {
        #expect(try value(one).firstDifference(from: value(two), path: "state") == path)
        #expect(try value(two).firstDifference(from: value(one), path: "state") == path)
        #expect(try value(one).firstDifference(from: value(one), path: "state") == nil)
    }
}

@Suite struct RecordingReplayTests {
    /// Counts; `twice` adds another event, which is therefore caused by it.
    private final class CounterBloc: Bloc {
        enum Event: String, Codable, Sendable { case one, twice, nothing }
        typealias State = Int
        let runtime: BlocRuntime<CounterBloc>

        init() {
            runtime = BlocRuntime(initialState: 0) { bloc in
                bloc.on { event, emit in
                    switch event {
                    case .one: emit(emit.state + 1)
                    case .twice:
                        emit(emit.state + 1)
                        emit.add(.one)
                    case .nothing: return
                    }
                }
            }
        }
    }

    private static let blocs = ["a", "b"].map { ReplayableBloc(BlocKey<CounterBloc>($0)) { CounterBloc() } }

    private func difference(_ lines: (UInt64, UInt64?, String, String, Int64)...) async throws -> ReplayDifference? {
        let lines = lines.map {
            RecordingLine(sequence: $0, cause: $1, bloc: $2, event: .string($3), state: .integer($4))
        }
        return try await RecordingReplay(recording: Recording(lines: lines), blocs: Self.blocs).firstDifference()
    }

    @Test func `a run is fresh only after a gap; what does not come, comes unrecorded or is unknown is told`()
        async throws
    {
        #expect(try await difference((1, nil, "a", "one", 1), (2, nil, "a", "one", 1))?.sequence == 2)
        #expect(try await difference((1, nil, "a", "one", 1), (3, nil, "a", "one", 1)) == nil)
        let missing = try await difference((1, nil, "a", "one", 1), (2, nil, "a", "nothing", 1))
        #expect(missing == ReplayDifference(sequence: 2, bloc: "a", what: ReplayDifference.missing))
        let additional = try await difference((1, nil, "a", "twice", 1), (2, nil, "a", "one", 3))
        #expect(additional == ReplayDifference(sequence: 1, bloc: "a", what: ReplayDifference.additional))
        let last = try await difference((1, nil, "a", "twice", 1))
        #expect(last == ReplayDifference(sequence: 1, bloc: "a", what: ReplayDifference.additional))
        let failure = await #expect(throws: Failure.self) { try await difference((1, nil, "a", "three", 1)) }
        #expect(failure?.status == .badData && failure?.message.contains("Transition 1") == true)
    }
}

@Suite struct DiagramTests {
    private static func line(_ sequence: UInt64, _ bloc: String, _ event: JSONValue, _ state: JSONValue)
        -> RecordingLine
    {
        RecordingLine(sequence: sequence, cause: nil, bloc: bloc, event: event, state: state)
    }

    private static let recording = Recording(lines: [
        line(1, "door", .object(["pushed": .object(["_0": .integer(3)])]), .string("open")),
        line(2, "lamp", .null, .object(["phase": .object(["lit": .object([:])]), "hours": .integer(7)])),
        line(3, "door", .string("closed"), .object(["shut": .object([:])])),
        line(4, "door", .object(["pushed": .object(["_0": .integer(4)])]), .string("open")),
        line(5, "door", .string("closed"), .object(["shut": .object([:])])),
    ])

    private static var graphs: [StateGraph] { recording.blocs.map { StateGraph(bloc: $0, of: recording) } }

    @Test func `states and ways come from the transitions, each way with its count`() {
        let expected = """
            stateDiagram-v2
                state "door" as bloc1 {
                    state "open" as bloc1_1
                    state "shut" as bloc1_2
                    [*] --> bloc1_1 : pushed (1)
                    bloc1_1 --> bloc1_2 : closed (2)
                    bloc1_2 --> bloc1_1 : pushed (1)
                }
                state "lamp" as bloc2 {
                    state "lit" as bloc2_1
                    [*] --> bloc2_1 : no event (1)
                }

            """
        #expect(DiagramFormat.mermaid.text(Self.graphs) == expected)
    }

    @Test func `what a file says cannot break out of its label`() {
        let lines = [Self.line(1, "a\"}\nb", .string("x\\\" -> y\u{1B}[2J"), .string("s;:#"))]
        let graphs = [StateGraph(bloc: "a\"}\nb", of: Recording(lines: lines))]
        let mermaid = DiagramFormat.mermaid.text(graphs)
        #expect(mermaid.split(separator: "\n").count == 5)
        #expect(mermaid.filter { $0 == "\"" }.count == 4)
        let dot = DiagramFormat.dot.text(graphs)
        #expect(dot.contains(#"\\\" -> y"#))
        #expect(!(mermaid + dot).contains("\u{1B}"))
    }
}

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

    /// A recording of a list, a change and the list again.
    private static let recorded = Binary.sample { contacts in
        let file = contacts.home.path("run.jsonl")
        let ids = try await contacts.succeed("--record", file, "list", "--limit", "3").ids
        try await contacts.succeed("edit", ids[0], "--first-name", "Zoë", "--record", file)
        // Through a link, as people keep what a program writes elsewhere.
        let link = contacts.home.path("link.jsonl")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try await contacts.succeed("list", "--limit", "3", "--record", link)
        return ids
    }

    private let contacts: Binary
    private let file: URL

    init() async throws {
        contacts = try await Binary.copy(of: Self.recorded.value).contacts
        file = contacts.home.url.appending(path: "run.jsonl")
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

    @Test func `a replay leaves the store, and names the sequence and the path of the first difference`() async throws {
        let before = try await contacts.run("list", "--offline").output
        try await contacts.succeed("replay", file.path, output: "")
        #expect(try await contacts.run("list", "--offline").output == before)
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
        try await contacts.fail(1, "replay", file.path, output: "transition \(sequence) of contact differs: \(path)\n")
    }

    @Test func `two recordings are compared at their first difference, and one becomes a diagram`() async throws {
        let other = contacts.home.url.appending(path: "other.jsonl")
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.write(to: other, atomically: true, encoding: .utf8)
        try await contacts.succeed("replay", file.path, other.path)
        let lines = text.split(separator: "\n")
        try lines.dropLast().joined(separator: "\n").write(to: other, atomically: true, encoding: .utf8)
        let compared = try await contacts.fail(1, "replay", file.path, other.path)
        #expect(compared.output.hasSuffix("is only in one recording\n"))
        let mermaid = try await contacts.run("diagram", file.path)
        #expect(mermaid.lines.first == "stateDiagram-v2")
        #expect(mermaid.output.contains("state \"contact-list\" as bloc1 {"))
        #expect(mermaid.output.contains("bloc1_1 --> bloc1_2 : started (2)"))
        let dot = try await contacts.run("diagram", file.path, "--format", "dot")
        #expect(dot.lines.first == "digraph blocs {")
        #expect(dot.output.contains("subgraph cluster_1 {\n        label = \"contact-list\"\n"))
        #expect(dot.output.contains("bloc1_1 -> bloc1_2 [label = \"started (2)\"]"))
    }

    @Test func `a recording becomes a test, whose events can be added again`() async throws {
        let test = try await contacts.succeed("replay", file.path, "--as-test", "--bloc", "contact-list")
        #expect(test.output.hasPrefix("import BlocInspector\nimport Testing\n\n@testable import ContactsCLI\n"))
        #expect(test.output.contains("@Test func `contact-list repeats what run.jsonl has`() async throws {"))
        #expect(test.output.contains(#".steps(of: "contact-list", events)"#))
        let event = try #require(test.output.split(separator: "\n").first { $0.hasPrefix("        #\"{") })
        let json = String(event.dropFirst(10).dropLast(3))
        let home = ["HOME": contacts.home.url.path]
        let steps = try await ReplayStart.empty.steps(of: "contact-list", [json], environment: home)
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

    @Test func `a recording whose last line was cut off is continued after the line before it`() async throws {
        let count = try lines(of: file).count
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: try handle.seekToEnd() - 10)
        try await contacts.succeed("list", "--limit", "3", "--record", file.path)
        #expect(try lines(of: file).count > count)
        try await contacts.succeed("diagram", file.path)
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
}
