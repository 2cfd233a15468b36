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
    /// The values as lists and as strings, both for each key.
    private var memos: [Memo]
    /// Whether another key refers to the key; only then its value is worth memoizing.
    private var isReferenced: [Bool]
    private var isExhausted = false

    private let files: [SourceFile]
    private(set) var collector: DiagnosticCollector

    /// Parses the values of the files that were read, and adds to the diagnostics of reading them.
    init(_ loader: IncludeLoader, budget: ExpansionBudget) {
        table = loader.table
        files = loader.files
        collector = loader.collector
        meter = BudgetMeter(budget, textBytes: table.valueBytes)
        memos = Array(repeating: .unknown, count: table.keys.count * 2)
        activities = Array(repeating: Activity(), count: table.keys.count)
        isReferenced = Array(repeating: false, count: table.keys.count)
        expressions.reserveCapacity(table.nodes.count)
        var parser = ExpressionParser(table: table)
        var issues: [(node: Int, issue: ExpressionIssue)] = []
        for (index, node) in table.nodes.enumerated() {
            let parsed = parser.parse(node.assignment.value)
            expressions.append(parsed.expression)
            issues += parsed.issues.map { (index, $0) }
        }
        source = parser.source
        listSteps = parser.steps
        stringSteps = parser.stringSteps
        for case .reference(let reference) in stringSteps where reference.key >= 0 {
            isReferenced[Int(reference.key)] = true
        }
        for (node, issue) in issues {
            report(issue.severity, Int32(truncatingIfNeeded: node), issue.offset, issue.message, hint: issue.hint)
        }
    }

    /// The value of a key as a string, empty without a matching assignment; `nil` when the budget is spent.
    mutating func string(ofKey key: Int) -> String? {
        let head = table.keys[key].head
        // Even if a key that refers to this one has spent the budget.
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
        memos[Int(key) * 2 + (isString ? 1 : 0)]
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

    /// Adds a diagnostic for a place in the value of an assignment.
    mutating func report(
        _ severity: ConfigDiagnostic.Severity,
        _ node: Int32,
        _ offset: Int,
        _ message: String,
        hint: String
    ) {
        let node = table.nodes[Int(node)]
        let position = node.assignment.position(ofOffset: offset)
        collector.add(ConfigDiagnostic(severity, file: files[node.file].name, at: position, message, hint: hint))
    }

    /// Reports that the value of the top frame can't be resolved; a spent budget is reported once, not for every value.
    mutating func reportFailure(isExhausted: Bool) {
        guard let node = frames.last?.node, !isExhausted || !self.isExhausted else { return }
        self.isExhausted = self.isExhausted || isExhausted
        let key = table.nodes[Int(node)].assignment.name
        let message =
            isExhausted
            ? "resolving the values takes too much work; stopped at '\(key)'"
            : "the value of '\(key)' has more than \(meter.budget.valueBytes) bytes"
        report(.error, node, 0, message, hint: "look for keys that refer to one another or to the same key many times")
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
        memos[Int(key) * 2 + (isString ? 1 : 0)] = memo
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
