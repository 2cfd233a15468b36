extension Evaluator {
    /// Runs one step of the top frame; `false` when the budget is spent.
    mutating func take(_ step: Expression.Step, in frame: EvaluationFrame) -> Bool {
        guard spend(1) else { return false }
        switch step {
        case .literal(let range): return append(bytes(range))
        // The steps of a string have this text in their literals.
        case .stringOnly: break
        case .separator: texts[texts.count - 1].separate()
        case .reference(let reference):
            return refer(to: reference.key, reference, computedName: nil, in: frame)
        case .begin: texts.append(EvaluatedText())
        case .computedReference(let reference):
            let name = texts.removeLast()
            guard spend(name.bytes.count / 4) else { return false }
            return refer(to: table.number(of: name.string), reference, computedName: name.bytes, in: frame)
        case .merge: return append(texts.removeLast())
        case .discard: texts.removeLast()
        case .retrieve(let retrieval): return applyToElements { retrieval.apply(to: $0) }
        case .replace(let replacement): return replace(replacement)
        }
        return true
    }

    /// Appends a text to the top one; `false` when the budget is spent.
    mutating func append(_ text: EvaluatedText) -> Bool {
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
        to key: Int32,
        _ reference: Expression.Reference,
        computedName: [UInt8]?,
        in frame: EvaluationFrame
    ) -> Bool {
        let key = key == KeyNumber.inherited ? frame.key : key
        guard key >= 0 else { return keep(reference, computedName: computedName, in: frame) }
        let isString = reference.isString || frame.isString
        let activity = activities[Int(key)]
        let isActive = activity.node >= 0
        let node: Int32
        if isActive {
            node = table.nodes[Int(activity.node)].older
            // A reference to the frame's own key inherits its older value; one to any other active key closes a cycle.
            if Int(activity.frame) != frames.count - 1 { frames[frames.count - 1].isEntangled = true }
        } else {
            switch memo(ofKey: key, isString: isString) {
            case .value(let text): return append(text)
            case .failed: return false
            case .unknown: node = table.keys[Int(key)].head
            }
        }
        guard node >= 0 else { return keep(reference, computedName: computedName, in: frame) }
        begin(node: node, key: key, isString: isString, isFresh: !isActive)
        return true
    }

    /// Keeps an unknown `$NAME` as text; an unknown `$(NAME)` is empty.
    private mutating func keep(
        _ reference: Expression.Reference,
        computedName: [UInt8]?,
        in frame: EvaluationFrame
    ) -> Bool {
        guard reference.isKeptWhenUnknown else { return true }
        let name = computedName.map { $0[...] } ?? bytes(reference.name)
        let offset = Int(reference.name.lowerBound - expressions[Int(frame.node)].source.lowerBound) - 1
        if reportedReferences.insert(Int64(frame.node) << 32 | Int64(offset)).inserted {
            let name = String(decoding: name, as: UTF8.self)
            let message = "'$\(name)' refers to a key that is not set and is kept as text"
            let hint = "write $(\(name)) for a value that may be missing, $$ for a dollar sign"
            report(.warning, frame.node, offset, message, hint: hint)
        }
        return append([UInt8(ascii: "$")]) && append(name)
    }

    // MARK: Budget

    private mutating func spend(_ steps: Int) -> Bool {
        if meter.spend(steps: steps) { return true }
        reportFailure(isExhausted: true)
        return false
    }

    private mutating func spendBytes(_ count: Int) -> Bool {
        let answer = meter.spend(bytes: count, onTopOf: texts[texts.count - 1].bytes.count)
        if answer != .granted { reportFailure(isExhausted: answer == .spent) }
        return answer == .granted
    }
}
