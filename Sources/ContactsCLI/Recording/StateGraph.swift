/// The states that a bloc went through, and how often each event led from one to another.
struct StateGraph: Equatable, Sendable {
    /// A way from one state to another.
    struct Edge: Hashable, Sendable {
        /// The state before; `nil` is the beginning.
        var from: String?
        var to: String
        var event: String
    }

    /// The key of the bloc.
    let bloc: String
    /// The names of the states, in the order in which they came.
    private(set) var states: [String] = []
    /// The ways, in the order in which they came.
    private(set) var edges: [Edge] = []
    private(set) var counts: [Edge: Int] = [:]

    init(bloc: String, of recording: Recording) {
        self.bloc = bloc
        var before: String?
        for line in recording.lines where line.bloc == bloc {
            let state = Self.stateName(line.state)
            if !states.contains(state) { states.append(state) }
            let edge = Edge(from: before, to: state, event: Self.caseName(line.event) ?? "no event")
            if counts[edge] == nil { edges.append(edge) }
            counts[edge, default: 0] += 1
            before = state
        }
    }

    /// The label of a way: the event, and how often it went there.
    func label(_ edge: Edge) -> String { "\(edge.event) (\(counts[edge] ?? 0))" }

    /// The name of the case of an enumeration, or a plain value.
    private static func caseName(_ value: JSONValue) -> String? {
        switch value {
        case .null: nil
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): value
        case .array: "list"
        case .object(let members): members.count == 1 ? members.keys.first : nil
        }
    }

    /// What a state is called: its case, or the case of its phase.
    private static func stateName(_ value: JSONValue) -> String {
        if case .object(let members) = value, let phase = members["phase"] ?? members["status"] {
            return caseName(phase) ?? "state"
        }
        return caseName(value) ?? "state"
    }
}
