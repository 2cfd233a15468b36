import ArgumentParser
import BlocInspector
import TerminalUI

struct DiagramCommand: StandaloneCommand {
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

    @Argument(help: ArgumentHelp("The recording, made with --record.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The format of the diagram.", valueName: "format"))
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
        var lines =
            self == .dot
            ? ["digraph blocs {", "    rankdir = LR", "    node [shape = box, style = rounded]"] : ["stateDiagram-v2"]
        for (number, graph) in graphs.enumerated() {
            lines += self.lines(of: graph, as: "bloc\(number + 1)")
        }
        return (lines + (self == .dot ? ["}", ""] : [""])).joined(separator: "\n")
    }

    private func lines(of graph: StateGraph, as bloc: String) -> [String] {
        func name(_ state: String) -> String { "\(bloc)_\((graph.states.firstIndex(of: state) ?? -1) + 1)" }
        let body: [String]
        switch self {
        case .mermaid:
            let states = graph.states.map { "    state \"\(Self.mermaidText($0))\" as \(name($0))" }
            let edges = graph.edges.map { edge in
                let from = edge.from.map(name) ?? "[*]"
                return "    \(from) --> \(name(edge.to)) : \(Self.mermaidText(graph.label(edge)))"
            }
            body = ["state \"\(Self.mermaidText(graph.bloc))\" as \(bloc) {"] + states + edges
        case .dot:
            let states = graph.states.map { "    \(name($0)) [label = \(Self.dotText($0))]" }
            let edges = graph.edges.map { edge in
                let from = edge.from.map(name) ?? "\(bloc)_0"
                return "    \(from) -> \(name(edge.to)) [label = \(Self.dotText(graph.label(edge)))]"
            }
            let number = bloc.dropFirst("bloc".count)
            let head = ["subgraph cluster_\(number) {", "    label = \(Self.dotText(graph.bloc))"]
            body = head + ["    \(bloc)_0 [shape = point]"] + states + edges
        }
        return (body + ["}"]).map { "    \($0)" }
    }

    /// Replaces characters with a meaning in Mermaid, because the names come from a file.
    private static func mermaidText(_ text: String) -> String {
        String(TerminalText.sanitized(text).map { "\"\\{}:;#<>".contains($0) ? "_" : $0 })
    }

    private static func dotText(_ text: String) -> String {
        "\"" + TerminalText.sanitized(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// A bloc's states and the transitions between them, with counts.
struct StateGraph: Equatable, Sendable {
    struct Edge: Hashable, Sendable {
        /// The previous state; `nil` for the first one.
        var from: String?
        var to: String
        var event: String
    }

    let bloc: String
    /// The names of the states, in order of first appearance.
    private(set) var states: [String] = []
    /// The transitions, in order of first appearance.
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
