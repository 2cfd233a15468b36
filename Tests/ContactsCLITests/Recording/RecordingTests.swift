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
        "hello",
        "[]",
        #"{"sequence":2,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":2,"cause":null,"bloc":"a","event":"x"}"#,
        #"{"sequence":"2","cause":null,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":1,"cause":null,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":2,"cause":2,"bloc":"a","event":"x","state":1}"#,
        "\u{0}\u{0}",
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
        let written = try ShownValue.encoder.encode(try value(text))
        #expect(String(decoding: written, as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("{\"a\":[1,{\"b\":2}]}", "{\"a\":[1,{\"b\":3}]}", "state.a[1].b"),
        ("{\"a\":1}", "{\"b\":1}", "state.a"),
        ("{\"a\":1,\"z\":2}", "{\"a\":1,\"z\":2,\"c\":3}", "state.c"),
        ("[1,2]", "[1]", "state[1]"),
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
        let recording = Recording(
            lines: lines.map {
                RecordingLine(sequence: $0, cause: $1, bloc: $2, event: .string($3), state: .integer($4))
            }
        )
        return try await RecordingReplay(recording: recording, blocs: Self.blocs).firstDifference()
    }

    @Test func `a run begins with fresh blocs only after a gap`() async throws {
        #expect(try await difference((1, nil, "a", "one", 1), (2, nil, "a", "one", 1))?.sequence == 2)
        #expect(try await difference((1, nil, "a", "one", 1), (3, nil, "a", "one", 1)) == nil)
    }

    @Test func `what does not come, and what comes unrecorded, is told`() async throws {
        let missing = try await difference((1, nil, "a", "one", 1), (2, nil, "a", "nothing", 1))
        #expect(missing == ReplayDifference(sequence: 2, bloc: "a", what: ReplayDifference.missing))
        let additional = try await difference((1, nil, "a", "twice", 1), (2, nil, "a", "one", 3))
        #expect(additional == ReplayDifference(sequence: 1, bloc: "a", what: ReplayDifference.additional))
        let last = try await difference((1, nil, "a", "twice", 1))
        #expect(last == ReplayDifference(sequence: 1, bloc: "a", what: ReplayDifference.additional))
    }

    @Test func `an event that the bloc does not know is bad data`() async throws {
        let failure = await #expect(throws: Failure.self) { try await difference((1, nil, "a", "three", 1)) }
        #expect(failure?.status == .badData)
        #expect(failure?.message.contains("Transition 1") == true)
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
        #expect(
            DiagramFormat.mermaid.text(Self.graphs) == """
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
        )
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
