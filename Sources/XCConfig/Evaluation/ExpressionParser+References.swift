extension ExpressionParser {
    mutating func parseReference(isString: Bool) {
        beginReference(isString: isString)
        while let top = open.last {
            guard let close = top.close else {
                // The end of a bare `$NAME`.
                endName(of: top)
                endReference(top)
                continue
            }
            let start = index
            while let byte = current, byte != UInt8(ascii: "$"), byte != UInt8(ascii: ":"), byte != close { index += 1 }
            addLiteral(from: start)
            if current == UInt8(ascii: "$") {
                let isName = if case .name = top.part { true } else { false }
                beginReference(isString: isName || top.isString)
                continue
            }
            switch top.part {
            case .name:
                endName(of: top)
            case .operand(let replacement?):
                steps.append(.replace(replacement))
            case .operand(nil):
                steps.append(.discard)
            }
            parseOperators(of: top, close: close)
        }
    }

    /// Parses a `$` and the beginning of its reference; a `$` without one is text.
    private mutating func beginReference(isString: Bool) {
        let start = index
        index += 1
        guard let byte = current else {
            addLiteral(from: start)
            return
        }
        guard open.count < Self.nestingLimit else {
            if open.last?.isReported == false {
                let message = "references are nested more than \(Self.nestingLimit) deep"
                report(message, hint: "use a key for the inner reference", at: start, isError: true)
            }
            open[open.count - 1].isReported = true
            addLiteral(from: start)
            return
        }
        let isString = isString || open.last?.isString == true
        if let close = Self.closingBrackets[byte] {
            if byte != UInt8(ascii: "(") {
                let bracket = Character(Unicode.Scalar(byte))
                report("references with '$\(bracket)' are deprecated", hint: "write $(NAME)", at: start)
            }
            index += 1
            push(close: close, isString: isString, start: start)
        } else if NameBytes.isFirst(byte) {
            push(close: nil, isString: isString, start: start)
            while let byte = current, NameBytes.isBareReference(byte) { index += 1 }
            addLiteral(from: start + 1)
            if current == UInt8(ascii: "$"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "(") {
                beginReference(isString: true)
            }
        } else {
            addLiteral(from: start)
            if byte == UInt8(ascii: "$") { index += 1 }
        }
    }

    private static let closingBrackets = Dictionary(uniqueKeysWithValues: zip("({[".utf8, ")}]".utf8))

    private mutating func push(close: UInt8?, isString: Bool, start: Int) {
        open.append(
            OpenReference(close: close, isString: isString, start: start, nameStart: index, stepCount: steps.count)
        )
        steps += [.begin, .begin]
    }

    private mutating func endName(of top: OpenReference) {
        if top.close != nil, current == nil { reportUnterminated(top) }
        var reference = Expression.Reference(
            key: KeyNumber.unknown,
            name: range(top.nameStart, index),
            isString: top.isString,
            isKeptWhenUnknown: top.close == nil
        )
        switch (steps.count - top.stepCount, steps.last) {
        case (2, _):
            // `$()` is empty.
            steps.removeLast()
        case (3, .literal(reference.name)):
            // A literal name needs no text on the stack.
            steps.removeLast(2)
            reference.key = table.number(of: String(decoding: text[top.nameStart..<index], as: UTF8.self))
            steps.append(.reference(reference))
        default:
            steps.append(.computedReference(reference))
        }
    }

    private mutating func endReference(_ top: OpenReference) {
        open.removeLast()
        switch (steps.count - top.stepCount, steps.last) {
        case (1, .begin):
            steps.removeLast()
        case (2, .reference(let reference)):
            steps.removeLast(2)
            steps.append(.reference(reference))
        default:
            steps.append(.merge)
        }
    }

    private mutating func parseOperators(of top: OpenReference, close: UInt8) {
        while current == UInt8(ascii: ":") {
            index += 1
            let start = index
            while let byte = current, NameBytes.isOperator(byte) { index += 1 }
            let name = String(decoding: text[start..<index], as: UTF8.self)
            switch current {
            case nil:
                reportUnterminated(top)
            case UInt8(ascii: ":"), close:
                applyRetrieval(name, at: start)
            case UInt8(ascii: "=") where !name.isEmpty:
                index += 1
                beginOperand(of: name, at: start)
                return
            case UInt8(ascii: "="):
                reportMissingOperator(at: start)
                skipToOperatorEnd(close)
            default:
                report("unexpected character in the name of an operator", hint: Self.operatorHint, at: index)
                skipToOperatorEnd(close)
            }
        }
        if current == nil { reportUnterminated(top) }
        if current == close { index += 1 }
        endReference(top)
    }

    private mutating func applyRetrieval(_ name: String, at offset: Int) {
        if name.isEmpty {
            reportMissingOperator(at: offset)
        } else if let retrieval = RetrievalOperator(rawValue: name) {
            steps.append(.retrieve(retrieval))
        } else {
            reportUnknownOperator(name, at: offset)
        }
    }

    private mutating func beginOperand(of name: String, at offset: Int) {
        let replacement = ReplacementOperator(rawValue: name)
        if replacement == nil { reportUnknownOperator(name + "=", at: offset) }
        steps.append(.begin)
        open[open.count - 1].part = .operand(replacement)
    }

    private mutating func skipToOperatorEnd(_ close: UInt8) {
        while let byte = current, byte != UInt8(ascii: ":"), byte != close { index += 1 }
    }

    private mutating func reportUnterminated(_ top: OpenReference) {
        guard open.last?.isReported == false else { return }
        open[open.count - 1].isReported = true
        report("the reference is not closed", hint: "close it with the matching bracket, as in $(NAME)", at: top.start)
    }

    private mutating func reportMissingOperator(at offset: Int) {
        report("expected the name of an operator after ':'", hint: Self.operatorHint, at: offset)
    }

    private mutating func reportUnknownOperator(_ name: String, at offset: Int) {
        let hint = "operators are \(Self.operatorNames); a ':' in the operand of an operator ends the operand"
        report("unknown operator '\(name)'; the value is not changed", hint: hint, at: offset)
    }

    private static let operatorHint =
        "write $(NAME:operator) or $(NAME:operator=operand); put text with ':' into a key of its own"
    private static let operatorNames =
        "default=, upper, lower, identifier, rfc1034identifier, c99extidentifier, dir, file, base, suffix, "
        + "standardizepath, quote, not, truncatedversion, dir=, file=, base=, suffix=, relativeto=, isancestor="
}
