/// The values that conditions such as `[config=DEV]` are compared with.
public struct ConditionValues: Sendable {
    private var values: [String: [String]] = [:]

    /// Creates a set without values: only conditions with the pattern `*` match.
    public init() {}

    /// Creates a set with one value for each parameter.
    public init(_ values: [String: String]) {
        self.values = values.mapValues { [$0] }
    }

    /// Adds a value; a parameter may have several, any of which may match.
    public mutating func add(_ value: String, for parameter: String) {
        values[parameter, default: []].append(value)
    }

    /// Whether every condition has a value that matches; a parameter without value matches only the pattern `*`.
    func satisfy(_ conditions: [ConfigCondition]) -> Bool {
        conditions.allSatisfy { condition in
            guard let bound = values[condition.parameter], !bound.isEmpty else { return condition.pattern == "*" }
            return bound.contains { ConditionPattern.matches(condition.pattern, $0) }
        }
    }
}
