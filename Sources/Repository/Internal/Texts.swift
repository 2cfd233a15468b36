/// Text of a stranger, made fit for one line of a message.
package enum ShownText {
    /// The text without control and direction characters, runs of blanks joined, at most `limit` characters.
    package static func line(_ text: String, limit: Int = 200) -> String {
        var result = ""
        var count = 0
        var pendingBlank = false
        for scalar in text.unicodeScalars.prefix(limit * 8) {
            switch scalar.properties.generalCategory {
            case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: pendingBlank = !result.isEmpty
            case .format, .surrogate, .privateUse, .unassigned: continue
            default:
                guard count + (pendingBlank ? 1 : 0) < limit else { return result + "…" }
                if pendingBlank {
                    result.unicodeScalars.append(" ")
                    count += 1
                }
                pendingBlank = false
                result.unicodeScalars.append(scalar)
                count += 1
            }
        }
        return result
    }
}

/// Finds the name that somebody meant.
package enum NearestName {
    /// The name that differs least, if it differs by no more than the given number of typing errors; else one that the
    /// name is the beginning of.
    package static func find(_ name: String, in names: [String], within limit: Int) -> String? {
        let name = Array(name.utf8)
        // Longer names than this are no slips; comparing them would only take time.
        guard name.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in names {
            let distance = distance(name, Array(candidate.utf8))
            if distance <= min(limit, (best?.distance ?? limit + 1) - 1) { best = (candidate, distance) }
        }
        return best?.name ?? (name.count >= 3 ? names.first { $0.utf8.starts(with: name) } : nil)
    }

    /// The number of letters to insert, remove, replace or swap with their neighbour.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                var cost = min(last[column + 1], current[column]) + 1
                cost = min(cost, last[column] + (first[row] == second[column] ? 0 : 1))
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}

extension UInt64 {
    /// The first eight bytes of the text, the first of them highest; zeros in place of those that it does not have.
    ///
    /// Two such numbers are in the order of the texts' bytes, or equal.
    init(leadingBytesOf text: String) {
        var bytes = text.utf8.makeIterator()
        self = (0..<8).reduce(0) { number, _ in number << 8 | UInt64(bytes.next() ?? 0) }
    }
}
