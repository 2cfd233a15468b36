/// All assignments of a file and its includes, as a list per key, newest first.
struct AssignmentTable: Sendable {
    struct Key: Sendable {
        var name: String
        /// The newest matching assignment, as an index of ``AssignmentTable/nodes``.
        var head: Int?
        /// The position of the key's first assignment.
        var position: SourcePosition
        /// The last assignment without conditions.
        fileprivate var last: (reading: Int, line: Int)?
    }

    struct Node: Sendable {
        /// The file, as an index of the loader's files.
        var file: Int
        var assignment: ConfigAssignment
        /// The next older assignment to the key with matching conditions.
        var older: Int?
    }

    private(set) var keys: [Key] = []
    private(set) var nodes: [Node] = []
    /// The size of all values before they are resolved.
    private(set) var valueBytes = 0
    private var numbers: [String: Int] = [:]
    private let conditions: ConditionValues

    init(conditions: ConditionValues) {
        self.conditions = conditions
    }

    /// The key that a reference with this name is about.
    func target(of name: String) -> Expression.Target {
        switch name {
        case "inherited", "value": .inherited
        default: numbers[name].map(Expression.Target.key) ?? .unknown
        }
    }

    /// Adds an assignment in front of the older ones.
    ///
    /// - Parameters:
    ///   - assignment: The assignment.
    ///   - file: The number of its file.
    ///   - reading: The number of this reading; a file that is included twice has two readings.
    /// - Returns: The line of the earlier assignment in the same file that this one overrides, if any.
    mutating func add(_ assignment: ConfigAssignment, file: Int, reading: Int) -> Int? {
        let key = numberAddingKey(for: assignment)
        let matches = assignment.conditions.isEmpty || conditions.satisfy(assignment.conditions)
        let node = Node(file: file, assignment: assignment, older: keys[key].head)
        if matches { keys[key].head = nodes.count }
        nodes.append(node)
        valueBytes += assignment.value.count
        return lineMadeUseless(by: assignment, key: key, reading: reading)
    }

    private mutating func numberAddingKey(for assignment: ConfigAssignment) -> Int {
        if let number = numbers[assignment.name] { return number }
        let number = keys.count
        numbers[assignment.name] = number
        keys.append(Key(name: assignment.name, position: assignment.position))
        return number
    }

    private mutating func lineMadeUseless(by assignment: ConfigAssignment, key: Int, reading: Int) -> Int? {
        guard assignment.conditions.isEmpty else { return nil }
        let earlier = keys[key].last
        keys[key].last = (reading, assignment.position.line)
        guard let earlier, earlier.reading == reading, !Self.refersToOlderValue(assignment) else { return nil }
        return earlier.line
    }

    /// Whether the value refers to `inherited`, `value` or the key itself.
    private static func refersToOlderValue(_ assignment: ConfigAssignment) -> Bool {
        let bytes = assignment.value
        let names = ["inherited", "value", assignment.name].map { Array($0.utf8) }
        for index in bytes.indices where bytes[index] == UInt8(ascii: "$") {
            var rest = bytes[(index + 1)...]
            if let bracket = rest.first, "([{".utf8.contains(bracket) { rest.removeFirst() }
            for name in names where rest.starts(with: name) {
                let following = rest.dropFirst(name.count).first
                if following.map(NameBytes.isBareReference) != true { return true }
            }
        }
        return false
    }
}
