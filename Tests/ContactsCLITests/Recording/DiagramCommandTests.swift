import BlocInspector
import Testing

@testable import ContactsCLI

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

    @Test func `dot has a cluster for each bloc`() {
        #expect(
            DiagramFormat.dot.text(Array(Self.graphs.suffix(1))) == """
                digraph blocs {
                    rankdir = LR
                    node [shape = box, style = rounded]
                    subgraph cluster_1 {
                        label = "lamp"
                        bloc1_0 [shape = point]
                        bloc1_1 [label = "lit"]
                        bloc1_0 -> bloc1_1 [label = "no event (1)"]
                    }
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
