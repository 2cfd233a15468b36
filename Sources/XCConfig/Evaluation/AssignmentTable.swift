/// All assignments in a file and its includes, as a list per key, newest first.
struct AssignmentTable: Sendable {
    struct Key: Sendable {
        var name: String
        /// The newest matching assignment, as an index into ``AssignmentTable/nodes``.
        var head: Int?
        /// The position of the first assignment to the key.
        var position: SourcePosition
        /// The last unconditional assignment.
        fileprivate var last: (reading: Int, line: Int)?
    }

    struct Node: Sendable {
        /// The file, as an index into the loader's files.
        var file: Int
        var assignment: ConfigAssignment
        /// The next older assignment to the same key whose conditions match.
        var older: Int?
    }

    private(set) var keys: [Key] = []
    private(set) var nodes: [Node] = []
    /// The total size of all values before resolution.
    private(set) var valueBytes = 0
    private var numbers: [String: Int] = [:]
    private let conditions: ConditionValues

    init(conditions: ConditionValues) {
        self.conditions = conditions
    }

    /// Returns the key that a reference with this name means.
    func target(of name: String) -> Expression.Target {
        switch name {
        case "inherited", "value": .inherited
        default: numbers[name].map(Expression.Target.key) ?? .unknown
        }
    }

    /// Adds an assignment in front of older ones.
    ///
    /// - Parameters:
    ///   - assignment: The assignment to add.
    ///   - file: The number of the file.
    ///   - reading: The number of this reading; a file that is included twice is read twice.
    /// - Returns: The line of an earlier assignment that this one overrides in the same file, if any.
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
