/// Resolves the values in a table.
///
/// References are resolved lazily, with an explicit stack instead of recursion. A reference to a key that is already
/// being evaluated yields its older value, which implements `$(inherited)` and terminates cycles. Results without such
/// references are context-independent and memoized; others depend on the keys being evaluated around them and aren't.
struct Evaluator {
    private enum Memo {
        case unknown
        case value(EvaluatedText)
        case failed
    }

    /// The assignment and frame with which a key is being evaluated.
    struct Activity {
        /// The index of the assignment.
        var node: Int
        /// The index of the frame.
        var frame: Int
    }

    private let table: AssignmentTable
    private var meter: BudgetMeter
    private var frames: [EvaluationFrame] = []
    private var texts: [EvaluatedText] = []
    /// The current activity of each key, if any.
    private var activities: [Activity?]
    /// The source offsets of references that have already been reported.
    private var reportedReferences: Set<Int> = []

    private let expressions: [Expression]
    private let source: [UInt8]
    private let steps: [Expression.Step]
    /// The memoized values of each key, as a list and as a string.
    private var memos: [Memo]
    /// Whether each key is referenced by another; only then is its value worth memoizing.
    private var isReferenced: [Bool]
    private var isExhausted = false

    private let files: [SourceFile]
    private(set) var collector: DiagnosticCollector

    /// Parses the values from the files that were read, and adds to the loader's diagnostics.
    init(_ loader: IncludeLoader, budget: ExpansionBudget) {
        table = loader.table
        files = loader.files
        collector = loader.collector
        meter = BudgetMeter(budget, textBytes: table.valueBytes)
        memos = Array(repeating: .unknown, count: table.keys.count * 2)
        activities = Array(repeating: nil, count: table.keys.count)
        isReferenced = Array(repeating: false, count: table.keys.count)
        let parser = ExpressionParser(table: table)
        expressions = parser.expressions
        source = parser.source
        steps = parser.steps
        for case .reference(let reference) in steps {
            if case .key(let key) = reference.target { isReferenced[key] = true }
        }
        for issue in parser.issues { report(issue.severity, issue.node, issue.offset, issue.message, hint: issue.hint) }
    }

    /// Returns a key's value as a string; empty without a matching assignment, `nil` if the budget is exceeded.
    mutating func string(ofKey key: Int) -> String? {
        // This works even if a key that refers to this one has exceeded the budget.
        if let head = table.keys[key].head, expressions[head].isLiteral {
            return String(decoding: source[expressions[head].source], as: UTF8.self)
        }
        return text(ofKey: key, isString: true)?.string
    }

    /// Returns a key's value as a list; empty without a matching assignment, `nil` if the budget is exceeded.
    mutating func list(ofKey key: Int) -> [String]? {
        text(ofKey: key, isString: false)?.list
    }

    /// The keys that others refer to by a literal name.
    var referencedKeys: Set<String> {
        Set(zip(table.keys, isReferenced).filter(\.1).map(\.0.name))
    }

    /// The memoized value of a key.
    private subscript(memoOf key: Int, isString: Bool) -> Memo {
        get { memos[key * 2 + (isString ? 1 : 0)] }
        set { memos[key * 2 + (isString ? 1 : 0)] = newValue }
    }

    /// Pushes a frame for an assignment.
    private mutating func begin(node: Int, key: Int, isString: Bool) {
        let expression = expressions[node]
        frames.append(
            EvaluationFrame(
                node: node,
                key: key,
                isString: isString,
                outer: activities[key],
                nextStep: expression.steps.lowerBound,
                endOfSteps: expression.steps.upperBound
            )
        )
        activities[key] = Activity(node: node, frame: frames.count - 1)
        texts.append(EvaluatedText(capacity: expression.source.count))
    }

    /// Adds a diagnostic for a position in an assignment's value.
    private mutating func report(
        _ severity: ConfigDiagnostic.Severity,
        _ node: Int,
        _ offset: Int,
        _ message: String,
        hint: String
    ) {
        let node = table.nodes[node]
        let position = node.assignment.position(ofOffset: offset)
        collector.add(ConfigDiagnostic(severity, file: files[node.file].name, at: position, message, hint: hint))
    }

    /// Reports that the top frame's value can't be resolved; an exceeded budget is reported once, not for every value.
    private mutating func reportFailure(isExhausted: Bool) {
        guard let node = frames.last?.node, !isExhausted || !self.isExhausted else { return }
        self.isExhausted = self.isExhausted || isExhausted
        let key = table.nodes[node].assignment.name
        let message =
            isExhausted
            ? "resolving the values takes too much work; stopped at '\(key)'"
            : "the value of '\(key)' has more than \(meter.budget.valueBytes) bytes"
        report(.error, node, 0, message, hint: "look for keys that refer to one another or to the same key many times")
    }

    private mutating func text(ofKey key: Int, isString: Bool) -> EvaluatedText? {
        switch self[memoOf: key, isString] {
        case .value(let text): return text
        case .failed: return nil
        case .unknown: break
        }
        guard let head = table.keys[key].head else { return EvaluatedText() }
        // A value without references costs no more than reading it, so it is resolved even if the budget is exceeded.
        meter.isFree = expressions[head].isLiteral
        begin(node: head, key: key, isString: isString)
        return run()
    }

    /// Runs until the outermost frame has finished.
    private mutating func run() -> EvaluatedText? {
        while let frame = frames.last {
            if frame.nextStep < frame.endOfSteps {
                frames[frames.count - 1].nextStep += 1
                guard take(steps[frame.nextStep], in: frame) else { return fail() }
            } else {
                let text = end(frame)
                if frames.isEmpty { return text }
                guard append(text) else { return fail() }
            }
        }
        // Unreachable: the loop starts with one frame and returns when that frame finishes.
        return nil
    }

    private mutating func end(_ frame: EvaluationFrame) -> EvaluatedText {
        frames.removeLast()
        activities[frame.key] = frame.outer
        let text = texts.removeLast()
        if frame.isEntangled {
            if !frames.isEmpty { frames[frames.count - 1].isEntangled = true }
        } else if frame.outer == nil, isReferenced[frame.key] || !frames.isEmpty {
            // A nested frame belongs to a key that is referenced, possibly by a computed name.
            self[memoOf: frame.key, frame.isString] = .value(text)
        }
        return text
    }

    /// Aborts the evaluation of all frames.
    ///
    /// Records that the innermost key failed, so that all keys that need it fail without another attempt.
    private mutating func fail() -> EvaluatedText? {
        if let innermost = frames.last { self[memoOf: innermost.key, innermost.isString] = .failed }
        for frame in frames.reversed() { activities[frame.key] = frame.outer }
        frames = []
        texts = []
        return nil
    }

    // MARK: Steps

    /// Runs one step of the top frame; `false` if the budget is exceeded.
    private mutating func take(_ step: Expression.Step, in frame: EvaluationFrame) -> Bool {
        guard spend(1) else { return false }
        switch step {
        case .literal(let range): return append(source[range])
        case .stringOnly(let range): return frame.isString ? append(source[range]) : true
        case .separator(let range):
            if frame.isString { return append(source[range]) }
            texts[texts.count - 1].separate()
        case .reference(let reference):
            return refer(to: reference.target, reference, computedName: nil, in: frame)
        case .begin: texts.append(EvaluatedText())
        case .computedReference(let reference):
            let name = texts.removeLast()
            guard spend(name.bytes.count / 4) else { return false }
            return refer(to: table.target(of: name.string), reference, computedName: name.bytes, in: frame)
        case .merge: return append(texts.removeLast())
        case .discard: texts.removeLast()
        case .retrieve(let retrieval): return applyToElements { retrieval.apply(to: $0) }
        case .replace(let replacement): return replace(replacement)
        }
        return true
    }

    /// Appends a text to the top one; `false` if the budget is exceeded.
    private mutating func append(_ text: EvaluatedText) -> Bool {
        guard spendBytes(text.bytes.count) else { return false }
        texts[texts.count - 1].append(text)
        return true
    }

    private mutating func append(_ bytes: some Collection<UInt8>) -> Bool {
        guard spendBytes(bytes.count) else { return false }
        texts[texts.count - 1].append(bytes)
        return true
    }

    // MARK: Operators

    private mutating func replace(_ replacement: ReplacementOperator) -> Bool {
        let operand = texts.removeLast().string
        guard let text = texts.last, !text.hasText else {
            return applyToElements(extraCost: operand.utf8.count) { replacement.apply(to: $0, operand: operand) }
        }
        return replacement.appliesToNothing ? append(operand.utf8) : true
    }

    private mutating func applyToElements(extraCost: Int = 0, _ change: (String) -> String) -> Bool {
        let elements = texts.removeLast().list
        texts.append(EvaluatedText())
        for element in elements {
            guard spend(1 + (element.utf8.count + extraCost) / 4), append(change(element).utf8) else { return false }
            texts[texts.count - 1].separate()
        }
        return true
    }

    // MARK: References

    private mutating func refer(
        to target: Expression.Target,
        _ reference: Expression.Reference,
        computedName: [UInt8]?,
        in frame: EvaluationFrame
    ) -> Bool {
        let key: Int
        switch target {
        case .key(let number): key = number
        case .inherited: key = frame.key
        case .unknown: return keep(reference, computedName: computedName, in: frame)
        }
        let isString = reference.isString || frame.isString
        let node: Int?
        if let activity = activities[key] {
            node = table.nodes[activity.node].older
            // A reference to the frame's own key inherits its older value; one to another active key closes a cycle.
            if activity.frame != frames.count - 1 { frames[frames.count - 1].isEntangled = true }
        } else {
            switch self[memoOf: key, isString] {
            case .value(let text): return append(text)
            case .failed: return false
            case .unknown: node = table.keys[key].head
            }
        }
        guard let node else { return keep(reference, computedName: computedName, in: frame) }
        begin(node: node, key: key, isString: isString)
        return true
    }

    /// Keeps an unknown `$NAME` as text; an unknown `$(NAME)` is empty.
    private mutating func keep(
        _ reference: Expression.Reference,
        computedName: [UInt8]?,
        in frame: EvaluationFrame
    ) -> Bool {
        guard reference.isKeptWhenUnknown else { return true }
        let name = computedName.map { $0[...] } ?? source[reference.name]
        if reportedReferences.insert(reference.name.lowerBound).inserted {
            let offset = reference.name.lowerBound - expressions[frame.node].source.lowerBound - 1
            let name = String(decoding: name, as: UTF8.self)
            let message = "'$\(name)' refers to a key that is not set and is kept as text"
            let hint = "write $(\(name)) for a value that may be missing, $$ for a dollar sign"
            report(.warning, frame.node, offset, message, hint: hint)
        }
        return append([UInt8(ascii: "$")]) && append(name)
    }

    // MARK: Budget

    private mutating func spend(_ steps: Int, bytes: Int = 0) -> Bool {
        if meter.spend(steps: steps, bytes: bytes) { return true }
        reportFailure(isExhausted: true)
        return false
    }

    private mutating func spendBytes(_ count: Int) -> Bool {
        if meter.isFree || texts[texts.count - 1].bytes.count + count <= meter.budget.valueBytes {
            return spend(0, bytes: count)
        }
        reportFailure(isExhausted: false)
        return false
    }
}

/// The evaluation of an assignment, suspended while the frames above it run.
struct EvaluationFrame {
    let node: Int
    let key: Int
    let isString: Bool
    /// The key's activity before this frame; `nil` if the key was looked up rather than inherited from.
    let outer: Evaluator.Activity?
    var nextStep: Int
    let endOfSteps: Int
    /// Whether the result depends on a key that was already being evaluated, so that it is only valid here.
    var isEntangled = false
}
