import ArgumentParser

/// The languages in which state graphs are drawn.
enum DiagramFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case mermaid
    case dot

    /// The drawing of some graphs.
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

    /// Text that can be no order to the language: names come from a file.
    private static func mermaidText(_ text: String) -> String {
        String(TerminalText.sanitized(text).map { "\"\\{}:;#<>".contains($0) ? "_" : $0 })
    }

    private static func dotText(_ text: String) -> String {
        "\"" + TerminalText.sanitized(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
