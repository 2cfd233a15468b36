import ArgumentParser
import BlocInspector
import TerminalUI

struct DiagramCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagram",
        abstract: "Draw the states of recorded blocs.",
        usage: "contacts diagram <file> [--format <format>] [<options>]",
        discussion: """
            Prints a graph for each bloc: its states, with the events and their counts on the arrows.

            EXAMPLES
              contacts --record run.jsonl list
              contacts diagram run.jsonl > states.mmd
              contacts diagram run.jsonl --format dot | dot -Tsvg > states.svg
            """
    )

    static let needsContacts = false

    @Argument(help: ArgumentHelp("The recording, made with --record.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The language of the drawing.", valueName: "format"))
    var format: DiagramFormat = .mermaid

    func run(in program: Program) async throws -> ExitStatus {
        let recording = try Recording(path: file)
        let graphs = recording.blocs.map { StateGraph(bloc: $0, of: recording) }
        try program.output.write(format.text(graphs))
        return .success
    }
}

enum DiagramFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case mermaid
    case dot

    func text(_ graphs: [StateGraph]) -> String {
        switch self {
        case .mermaid: Self.mermaid(graphs)
        case .dot: Self.dot(graphs)
        }
    }

    private static func mermaid(_ graphs: [StateGraph]) -> String {
        var lines = ["stateDiagram-v2"]
        for (number, graph) in graphs.enumerated() {
            lines.append("    state \"\(mermaidText(graph.bloc))\" as bloc\(number + 1) {")
            for (index, state) in graph.states.enumerated() {
                lines.append("        state \"\(mermaidText(state))\" as bloc\(number + 1)_\(index + 1)")
            }
            func name(_ state: String?) -> String {
                guard let state, let index = graph.states.firstIndex(of: state) else { return "[*]" }
                return "bloc\(number + 1)_\(index + 1)"
            }
            for edge in graph.edges {
                lines.append("        \(name(edge.from)) --> \(name(edge.to)) : \(mermaidText(graph.label(edge)))")
            }
            lines.append("    }")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func dot(_ graphs: [StateGraph]) -> String {
        var lines = ["digraph blocs {", "    rankdir = LR", "    node [shape = box, style = rounded]"]
        for (number, graph) in graphs.enumerated() {
            lines.append("    subgraph cluster_\(number + 1) {")
            lines.append("        label = \(dotText(graph.bloc))")
            lines.append("        bloc\(number + 1)_0 [shape = point]")
            for (index, state) in graph.states.enumerated() {
                lines.append("        bloc\(number + 1)_\(index + 1) [label = \(dotText(state))]")
            }
            func name(_ state: String?) -> String {
                let index = state.flatMap { graph.states.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
                return "bloc\(number + 1)_\(index)"
            }
            for edge in graph.edges {
                lines.append("        \(name(edge.from)) -> \(name(edge.to)) [label = \(dotText(graph.label(edge)))]")
            }
            lines.append("    }")
        }
        lines.append("}")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Text without the characters that mean something to Mermaid: names come from a file.
    private static func mermaidText(_ text: String) -> String {
        String(TerminalText.sanitized(text).map { "\"\\{}:;#<>".contains($0) ? "_" : $0 })
    }

    private static func dotText(_ text: String) -> String {
        "\"" + TerminalText.sanitized(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// The states of a bloc and its transitions between them, with counts.
struct StateGraph: Equatable, Sendable {
    struct Edge: Hashable, Sendable {
        /// The state before; `nil` for the first.
        var from: String?
        var to: String
        var event: String
    }

    let bloc: String
    /// The names of the states, in the order of their first appearance.
    private(set) var states: [String] = []
    /// The transitions, in the order of their first appearance.
    private(set) var edges: [Edge] = []
    private(set) var counts: [Edge: Int] = [:]

    init(bloc: String, of recording: Recording) {
        self.bloc = bloc
        var before: String?
        for line in recording.lines where line.bloc == bloc && !line.isEnd {
            let state = line.state?.stateName ?? "state"
            if !states.contains(state) { states.append(state) }
            let edge = Edge(from: before, to: state, event: line.event?.caseName ?? "no event")
            if counts[edge] == nil { edges.append(edge) }
            counts[edge, default: 0] += 1
            before = state
        }
    }

    func label(_ edge: Edge) -> String { "\(edge.event) (\(counts[edge] ?? 0))" }
}
