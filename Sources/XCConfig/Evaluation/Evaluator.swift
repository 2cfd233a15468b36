/// Resolves the values of a table.
///
/// References are resolved late, without recursion on the thread's stack. A key that is being evaluated reads as its
/// older value, which is what makes `$(inherited)` and rings of keys end. A result that met no such key is the same
/// wherever it is asked for, and is kept; one that did depends on who asked, and is not.
struct Evaluator {
    private enum Memo {
        case unknown
        case value(EvaluatedText)
        case failed
    }

    private let table: AssignmentTable
    private let budget: ExpansionBudget
    private var expressions: [Expression] = []
    private var stringMemos: [Memo]
    private var listMemos: [Memo]
    /// The assignment that each key is being evaluated with, -1 for none, and the frame that does it.
    private var activeNodes: [Int32]
    private var activeFrames: [Int32]
    private var frames: [EvaluationFrame] = []
    private var texts: [EvaluatedText] = []
    private var spentBytes = 0
    private var spentSteps = 0
    private var isExhausted = false
    /// Whether what is being evaluated refers to nothing: it costs no more than reading it did, even when all is spent.
    private var isFree = false
    private var reportedReferences: Set<Int64> = []

    /// What went wrong, the first time for each reason of its own.
    private(set) var failures: [EvaluationFailure] = []
    /// References such as `$NAME` without a key of that name: the node and the place in its value.
    private(set) var unresolved: [(node: Int32, offset: Int, name: String)] = []
    /// What is wrong with the expressions, by node.
    private(set) var issues: [(node: Int32, issue: ExpressionIssue)] = []

    init(table: AssignmentTable, budget: ExpansionBudget) {
        self.table = table
        self.budget = budget
        stringMemos = Array(repeating: .unknown, count: table.keys.count)
        listMemos = stringMemos
        activeNodes = Array(repeating: -1, count: table.keys.count)
        activeFrames = activeNodes
        expressions.reserveCapacity(table.nodes.count)
        for (index, node) in table.nodes.enumerated() {
            let parsed = ExpressionParser.parse(node.assignment.value) { Self.number(of: $0, in: table) }
            expressions.append(parsed.expression)
            for issue in parsed.issues {
                issues.append((Int32(truncatingIfNeeded: index), issue))
            }
        }
    }

    /// The value of a key; nil when the budget does not allow it.
    ///
    /// A key without assignment that matches is empty.
    mutating func value(ofKey key: Int, isString: Bool) -> EvaluatedText? {
        let number = Int32(truncatingIfNeeded: key)
        switch isString ? stringMemos[key] : listMemos[key] {
        case .value(let text): return text
        case .failed: return nil
        case .unknown: break
        }
        let head = table.keys[key].head
        guard head >= 0 else { return EvaluatedText() }
        isFree = expressions[Int(head)].isLiteral
        begin(node: head, key: number, isString: isString, isFresh: true)
        return run()
    }

    /// The keys that others refer to by a name that is written out.
    var referencedKeys: Set<String> {
        var names: Set<String> = []
        for expression in expressions {
            for case .reference(let reference) in expression.steps where reference.key >= 0 {
                names.insert(table.keys[Int(reference.key)].name)
            }
        }
        return names
    }

    private static func number(of name: ArraySlice<UInt8>, in table: AssignmentTable) -> Int32 {
        let name = String(decoding: name, as: UTF8.self)
        if name == "inherited" || name == "value" { return KeyNumber.inherited }
        return table.number(of: name) ?? KeyNumber.unknown
    }

    // MARK: Frames

    private mutating func begin(node: Int32, key: Int32, isString: Bool, isFresh: Bool) {
        let index = Int(key)
        frames.append(
            EvaluationFrame(
                node: node,
                key: key,
                isString: isString,
                isFresh: isFresh,
                outerNode: activeNodes[index],
                outerFrame: activeFrames[index]
            )
        )
        activeNodes[index] = node
        activeFrames[index] = Int32(truncatingIfNeeded: frames.count - 1)
        texts.append(EvaluatedText())
    }

    /// Runs until the outermost frame is done.
    private mutating func run() -> EvaluatedText? {
        while let frame = frames.last {
            let expression = expressions[Int(frame.node)]
            guard frame.step < expression.steps.count else {
                let text = end(frame)
                guard frames.isEmpty else {
                    guard append(text) else { return fail() }
                    continue
                }
                return text
            }
            frames[frames.count - 1].step += 1
            guard take(expression.steps[frame.step], of: expression, in: frame) else { return fail() }
        }
        // Unreachable: the loop is entered with one frame and left when that one ends.
        return nil
    }

    private mutating func end(_ frame: EvaluationFrame) -> EvaluatedText {
        frames.removeLast()
        activeNodes[Int(frame.key)] = frame.outerNode
        activeFrames[Int(frame.key)] = frame.outerFrame
        let text = texts.removeLast()
        if frame.isEntangled {
            if !frames.isEmpty { frames[frames.count - 1].isEntangled = true }
        } else if frame.isFresh {
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

    /// Gives up what is being evaluated.
    ///
    /// The innermost key is known to fail from now on, and with it all that need it.
    private mutating func fail() -> EvaluatedText? {
        if let innermost = frames.last { remember(.failed, key: innermost.key, isString: innermost.isString) }
        for frame in frames.reversed() {
            activeNodes[Int(frame.key)] = frame.outerNode
            activeFrames[Int(frame.key)] = frame.outerFrame
        }
        frames = []
        texts = []
        return nil
    }

    // MARK: Steps

    private mutating func take(_ step: Expression.Step, of expression: Expression, in frame: EvaluationFrame) -> Bool {
        guard spend(1) else { return false }
        switch step {
        case .literal(let range):
            return append(expression.bytes(range))
        case .stringOnly(let range):
            return frame.isString ? append(expression.bytes(range)) : true
        case .separator(let range):
            if frame.isString { return append(expression.bytes(range)) }
            texts[texts.count - 1].separate()
            return true
        case .reference(let reference):
            return refer(to: reference.key, reference, computedName: nil, in: frame)
        case .begin:
            texts.append(EvaluatedText())
            return true
        case .computedReference(let reference):
            let name = texts.removeLast().bytes
            guard spend(name.count / 4) else { return false }
            let key = name.isEmpty ? KeyNumber.unknown : Self.number(of: name[...], in: table)
            return refer(to: key, reference, computedName: name, in: frame)
        case .merge:
            return append(texts.removeLast())
        case .discard:
            texts.removeLast()
            return true
        case .retrieve(let retrieval):
            return applyToElements { retrieval.apply(to: $0) }
        case .replace(let replacement):
            return replace(replacement)
        }
    }

    private mutating func replace(_ replacement: ReplacementOperator) -> Bool {
        let operand = texts.removeLast().string
        guard let text = texts.last, !text.hasText else {
            return applyToElements(extraCost: operand.utf8.count) { replacement.apply(to: $0, operand: operand) }
        }
        return replacement.appliesToNothing ? append(operand) : true
    }

    private mutating func applyToElements(extraCost: Int = 0, _ change: (String) -> String) -> Bool {
        let elements = texts.removeLast().list
        texts.append(EvaluatedText())
        for element in elements {
            guard spend(1 + (element.utf8.count + extraCost) / 4), append(change(element)) else { return false }
            texts[texts.count - 1].separate()
        }
        return true
    }

    private mutating func refer(
        to key: Int32,
        _ reference: Expression.Reference,
        computedName: [UInt8]?,
        in frame: EvaluationFrame
    ) -> Bool {
        let key = key == KeyNumber.inherited ? frame.key : key
        let isString = reference.isString || frame.isString
        guard key >= 0 else {
            return reference.isKeptWhenUnknown ? keep(reference, computedName: computedName, in: frame) : true
        }
        let active = activeNodes[Int(key)]
        let node: Int32
        if active >= 0 {
            node = table.nodes[Int(active)].older
            let isOwn = Int(activeFrames[Int(key)]) == frames.count - 1
            if !isOwn { frames[frames.count - 1].isEntangled = true }
        } else {
            switch isString ? stringMemos[Int(key)] : listMemos[Int(key)] {
            case .value(let text): return append(text)
            case .failed: return false
            case .unknown: node = table.keys[Int(key)].head
            }
        }
        guard node >= 0 else {
            return reference.isKeptWhenUnknown ? keep(reference, computedName: computedName, in: frame) : true
        }
        begin(node: node, key: key, isString: isString, isFresh: active < 0)
        return true
    }

    /// Writes `$NAME` as it stands.
    private mutating func keep(
        _ reference: Expression.Reference,
        computedName: [UInt8]?,
        in frame: EvaluationFrame
    ) -> Bool {
        let name = computedName ?? Array(expressions[Int(frame.node)].bytes(reference.name))
        let offset = Int(reference.name.lowerBound) - 1
        if reportedReferences.insert(Int64(frame.node) << 32 | Int64(offset)).inserted {
            unresolved.append((frame.node, offset, String(decoding: name, as: UTF8.self)))
        }
        return append([UInt8(ascii: "$")]) && append(name[...])
    }

    // MARK: Budget

    private mutating func append(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard spendBytes(bytes.count) else { return false }
        texts[texts.count - 1].append(bytes)
        return true
    }

    private mutating func append(_ text: String) -> Bool {
        guard spendBytes(text.utf8.count) else { return false }
        texts[texts.count - 1].append(text)
        return true
    }

    private mutating func append(_ text: EvaluatedText) -> Bool {
        guard spendBytes(text.bytes.count) else { return false }
        texts[texts.count - 1].append(text)
        return true
    }

    private mutating func spendBytes(_ count: Int) -> Bool {
        if isFree { return true }
        guard texts[texts.count - 1].bytes.count + count <= budget.valueBytes else {
            if let node = frames.last?.node {
                failures.append(EvaluationFailure(reason: .valueTooLong(budget.valueBytes), node: node))
            }
            return false
        }
        spentBytes += count
        if spentBytes > budget.totalBytes { exhaust() }
        return !isExhausted
    }

    private mutating func spend(_ steps: Int) -> Bool {
        if isFree { return true }
        spentSteps += steps
        if spentSteps > budget.steps { exhaust() }
        return !isExhausted
    }

    private mutating func exhaust() {
        guard !isExhausted else { return }
        isExhausted = true
        if let node = frames.last?.node { failures.append(EvaluationFailure(reason: .budgetSpent, node: node)) }
    }
}
