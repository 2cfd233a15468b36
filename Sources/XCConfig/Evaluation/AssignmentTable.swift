/// All assignments of a file and its includes, as a list per key, newest first.
struct AssignmentTable: Sendable {
    struct Key: Sendable {
        var name: String
        /// The newest matching assignment, as an index of ``AssignmentTable/nodes``; -1 if there is none.
        var head: Int32 = -1
        /// The position of the key's first assignment.
        var position: SourcePosition
    }

    struct Node: Sendable {
        /// The file, as an index of the loader's files.
        var file: Int
        var assignment: ConfigAssignment
        /// The next older assignment to the key with matching conditions; -1 if there is none.
        var older: Int32
    }

    private(set) var keys: [Key] = []
    private(set) var nodes: [Node] = []
    /// The size of all values before they are resolved.
    private(set) var valueBytes = 0
    private var numbers: [String: Int32] = [:]
    /// The last assignment to each key without conditions.
    private var occurrences: [(reading: Int, line: Int)?] = []
    private let conditions: ConditionValues

    init(conditions: ConditionValues) {
        self.conditions = conditions
    }

    /// The number of a referenced key, or one of the special numbers of ``KeyNumber``.
    func number(of name: String) -> Int32 {
        switch name {
        case "inherited", "value": KeyNumber.inherited
        default: numbers[name] ?? KeyNumber.unknown
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
        let node = Node(file: file, assignment: assignment, older: keys[Int(key)].head)
        if matches { keys[Int(key)].head = Int32(truncatingIfNeeded: nodes.count) }
        nodes.append(node)
        valueBytes += assignment.value.count
        return lineMadeUseless(by: assignment, key: Int(key), reading: reading)
    }

    private mutating func numberAddingKey(for assignment: ConfigAssignment) -> Int32 {
        if let number = numbers[assignment.name] { return number }
        // Doesn't overflow: the size limit of the files leaves room for fewer assignments.
        let number = Int32(truncatingIfNeeded: keys.count)
        numbers[assignment.name] = number
        keys.append(Key(name: assignment.name, position: assignment.position))
        occurrences.append(nil)
        return number
    }

    private mutating func lineMadeUseless(by assignment: ConfigAssignment, key: Int, reading: Int) -> Int? {
        guard assignment.conditions.isEmpty else { return nil }
        let earlier = occurrences[key]
        occurrences[key] = (reading, assignment.position.line)
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
