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
                if case .name = top.part {
                    beginReference(isString: true)
                } else {
                    beginReference(isString: top.isString)
                }
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
            if open.last?.isReported == false { report(.nestedTooDeep, at: start) }
            open[open.count - 1].isReported = true
            addLiteral(from: start)
            return
        }
        let isString = isString || open.last?.isString == true
        if let close = Self.closingBracket(of: byte) {
            if byte != UInt8(ascii: "(") {
                report(.deprecatedBrackets("$\(Character(Unicode.Scalar(byte)))"), at: start)
            }
            index += 1
            push(
                OpenReference(close: close, isString: isString, start: start, nameStart: index, stepCount: steps.count)
            )
        } else if NameBytes.isFirst(byte) {
            let nameStart = index
            while let byte = current, NameBytes.isBareReference(byte) { index += 1 }
            push(
                OpenReference(
                    close: nil,
                    isString: isString,
                    start: start,
                    nameStart: nameStart,
                    stepCount: steps.count
                )
            )
            addLiteral(from: nameStart)
            if current == UInt8(ascii: "$"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "(") {
                beginReference(isString: true)
            }
        } else {
            addLiteral(from: start)
            if byte == UInt8(ascii: "$") { index += 1 }
        }
    }

    private static func closingBracket(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "("): UInt8(ascii: ")")
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        case UInt8(ascii: "["): UInt8(ascii: "]")
        default: nil
        }
    }

    private mutating func push(_ reference: OpenReference) {
        steps.append(.begin)
        steps.append(.begin)
        open.append(reference)
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
                report(.missingOperatorName, at: start)
                skipToOperatorEnd(close)
            default:
                report(.invalidOperatorCharacter, at: index)
                skipToOperatorEnd(close)
            }
        }
        if current == nil { reportUnterminated(top) }
        if current == close { index += 1 }
        endReference(top)
    }

    private mutating func applyRetrieval(_ name: String, at offset: Int) {
        if name.isEmpty {
            report(.missingOperatorName, at: offset)
        } else if let retrieval = RetrievalOperator(rawValue: name) {
            steps.append(.retrieve(retrieval))
        } else {
            report(.unknownOperator(name), at: offset)
        }
    }

    private mutating func beginOperand(of name: String, at offset: Int) {
        let replacement = ReplacementOperator(rawValue: name)
        if replacement == nil { report(.unknownOperator(name + "="), at: offset) }
        steps.append(.begin)
        open[open.count - 1].part = .operand(replacement)
    }

    private mutating func skipToOperatorEnd(_ close: UInt8) {
        while let byte = current, byte != UInt8(ascii: ":"), byte != close { index += 1 }
    }

    private mutating func reportUnterminated(_ top: OpenReference) {
        guard open.last?.isReported == false else { return }
        open[open.count - 1].isReported = true
        report(.unterminated, at: top.start)
    }
}
