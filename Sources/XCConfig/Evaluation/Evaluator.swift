/// Resolves the values of a table.
///
/// References are resolved lazily, with an explicit stack instead of recursion. A reference to a key that is being
/// evaluated gives its older value; that makes `$(inherited)` work and cycles end. A result without such a reference is
/// the same everywhere and is memoized; any other depends on the keys being evaluated around it and isn't.
struct Evaluator {
    enum Memo {
        case unknown
        case value(EvaluatedText)
        case failed
    }

    /// The assignment and the frame that a key is being evaluated with.
    struct Activity {
        /// The index of the assignment; -1 for none.
        var node: Int32 = -1
        /// The index of the frame; -1 for none.
        var frame: Int32 = -1
    }

    let table: AssignmentTable
    var meter: BudgetMeter
    var frames: [EvaluationFrame] = []
    var texts: [EvaluatedText] = []
    var activities: [Activity]
    var reportedReferences: Set<Int64> = []

    private(set) var expressions: [Expression] = []
    private let source: [UInt8]
    private let listSteps: [Expression.Step]
    private let stringSteps: [Expression.Step]
    private var stringMemos: [Memo]
    private var listMemos: [Memo]
    /// Whether another key refers to the key; only then its value is worth memoizing.
    private var isReferenced: [Bool]
    private var isExhausted = false

    /// The values that couldn't be resolved, with the reasons.
    private(set) var failures: [EvaluationFailure] = []
    /// The problems in the expressions, by node.
    private(set) var issues: [(node: Int32, issue: ExpressionIssue)] = []
    /// References such as `$NAME` to unknown keys, with the node and the offset in its value.
    var unresolved: [(node: Int32, offset: Int, name: String)] = []

    init(table: AssignmentTable, budget: ExpansionBudget) {
        self.table = table
        meter = BudgetMeter(budget, textBytes: table.valueBytes)
        stringMemos = Array(repeating: .unknown, count: table.keys.count)
        listMemos = stringMemos
        activities = Array(repeating: Activity(), count: table.keys.count)
        isReferenced = Array(repeating: false, count: table.keys.count)
        expressions.reserveCapacity(table.nodes.count)
        var parser = ExpressionParser(table: table)
        for index in table.nodes.indices {
            let parsed = parser.parse(table.nodes[index].assignment.value)
            expressions.append(parsed.expression)
            for issue in parsed.issues {
                issues.append((Int32(truncatingIfNeeded: index), issue))
            }
        }
        source = parser.source
        listSteps = parser.steps
        stringSteps = parser.stringSteps
        for case .reference(let reference) in stringSteps where reference.key >= 0 {
            isReferenced[Int(reference.key)] = true
        }
    }

    /// The value of a key as a string, empty without a matching assignment; `nil` when the budget is spent.
    mutating func string(ofKey key: Int) -> String? {
        let head = table.keys[key].head
        if head >= 0, expressions[Int(head)].isLiteral {
            return String(decoding: bytes(expressions[Int(head)].source), as: UTF8.self)
        }
        return text(ofKey: key, isString: true)?.string
    }

    /// The value of a key as a list, empty without a matching assignment; `nil` when the budget is spent.
    mutating func list(ofKey key: Int) -> [String]? {
        text(ofKey: key, isString: false)?.list
    }

    /// The keys that others refer to by a literal name.
    var referencedKeys: Set<String> {
        Set(zip(table.keys, isReferenced).filter(\.1).map(\.0.name))
    }

    /// A part of a value as written.
    func bytes(_ range: Range<Int32>) -> ArraySlice<UInt8> {
        source[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    /// The memoized value of a key.
    func memo(ofKey key: Int32, isString: Bool) -> Memo {
        isString ? stringMemos[Int(key)] : listMemos[Int(key)]
    }

    /// Pushes a frame for an assignment.
    mutating func begin(node: Int32, key: Int32, isString: Bool, isFresh: Bool) {
        let index = Int(key)
        let expression = expressions[Int(node)]
        let range = isString ? expression.stringSteps : expression.listSteps
        frames.append(
            EvaluationFrame(
                node: node,
                key: key,
                isString: isString,
                isFresh: isFresh,
                outer: activities[index],
                nextStep: Int(range.lowerBound),
                endOfSteps: Int(range.upperBound)
            )
        )
        activities[index] = Activity(node: node, frame: Int32(truncatingIfNeeded: frames.count - 1))
        texts.append(EvaluatedText(capacity: expression.source.count))
    }

    /// Records the reason that the evaluation stops.
    mutating func note(_ reason: EvaluationFailure.Reason) {
        if case .budgetSpent = reason {
            guard !isExhausted else { return }
            isExhausted = true
        }
        if let node = frames.last?.node { failures.append(EvaluationFailure(reason: reason, node: node)) }
    }

    private mutating func text(ofKey key: Int, isString: Bool) -> EvaluatedText? {
        let number = Int32(truncatingIfNeeded: key)
        switch memo(ofKey: number, isString: isString) {
        case .value(let text): return text
        case .failed: return nil
        case .unknown: break
        }
        let head = table.keys[key].head
        guard head >= 0 else { return EvaluatedText() }
        // A value without references is as cheap as reading it, so it is resolved even when the budget is spent.
        meter.isFree = expressions[Int(head)].isLiteral
        begin(node: head, key: number, isString: isString, isFresh: true)
        return run()
    }

    /// Runs until the outermost frame has ended.
    private mutating func run() -> EvaluatedText? {
        while let frame = frames.last {
            if frame.nextStep < frame.endOfSteps {
                frames[frames.count - 1].nextStep += 1
                guard take(frame.isString ? stringSteps[frame.nextStep] : listSteps[frame.nextStep], in: frame) else {
                    return fail()
                }
            } else {
                let text = end(frame)
                if frames.isEmpty { return text }
                guard append(text) else { return fail() }
            }
        }
        // Unreachable: the loop starts with one frame and returns when that frame ends.
        return nil
    }

    private mutating func end(_ frame: EvaluationFrame) -> EvaluatedText {
        frames.removeLast()
        activities[Int(frame.key)] = frame.outer
        let text = texts.removeLast()
        if frame.isEntangled {
            if !frames.isEmpty { frames[frames.count - 1].isEntangled = true }
        } else if frame.isFresh, isReferenced[Int(frame.key)] || !frames.isEmpty {
            // A frame above another one belongs to a referenced key, possibly by a computed name.
            remember(.value(text), key: frame.key, isString: frame.isString)
        }
        return text
    }

    private mutating func remember(_ memo: Memo, key: Int32, isString: Bool) {
        if isString {
            stringMemos[Int(key)] = memo
        } else {
            listMemos[Int(key)] = memo
        }
    }

    /// Ends the evaluation of all frames.
    ///
    /// Records the failure of the innermost key, so that all keys that need it fail without another attempt.
    private mutating func fail() -> EvaluatedText? {
        if let innermost = frames.last { remember(.failed, key: innermost.key, isString: innermost.isString) }
        for frame in frames.reversed() {
            activities[Int(frame.key)] = frame.outer
        }
        frames = []
        texts = []
        return nil
    }
}

/// The evaluation of one assignment, suspended while the frames above it run.
struct EvaluationFrame {
    let node: Int32
    let key: Int32
    let isString: Bool
    /// Whether the key was looked up rather than inherited from.
    let isFresh: Bool
    /// The activity of the key before this frame.
    let outer: Evaluator.Activity
    var nextStep: Int
    let endOfSteps: Int
    /// Whether the result depends on a key that was already being evaluated, so that it is valid only here.
    var isEntangled = false
}

/// The reason that a value couldn't be resolved.
struct EvaluationFailure: Sendable {
    enum Reason: Sendable {
        case valueTooLong(Int)
        case budgetSpent
    }

    var reason: Reason
    /// The assignment, as an index of the table's nodes.
    var node: Int32
}
