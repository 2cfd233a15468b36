/// Matches the glob patterns of conditions: `*`, `?` and `[a-z]`, case-sensitive.
enum ConditionPattern {
    /// Returns whether the entire text matches the pattern.
    ///
    /// An unclosed bracket and a backslash match themselves.
    /// - Complexity: O(*pattern* × *text*) at worst.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        if pattern == "*" || pattern == text { return true }
        let pattern = Array(pattern)
        let text = Array(text)
        var patternIndex = 0
        var textIndex = 0
        // Where to continue after a mismatch: after the last asterisk, which then matches one more character.
        var retry: (pattern: Int, text: Int)?
        while true {
            if patternIndex < pattern.count, pattern[patternIndex] == "*" {
                patternIndex += 1
                retry = (patternIndex, textIndex)
                continue
            }
            if patternIndex == pattern.count, textIndex == text.count { return true }
            if patternIndex < pattern.count, textIndex < text.count,
                let length = lengthOfMatch(of: text[textIndex], in: pattern[patternIndex...])
            {
                patternIndex += length
                textIndex += 1
                continue
            }
            guard let last = retry, last.text < text.count else { return false }
            retry = (last.pattern, last.text + 1)
            patternIndex = last.pattern
            textIndex = last.text + 1
        }
    }

    /// Returns the length of the pattern's first item if it matches the character, `nil` otherwise.
    private static func lengthOfMatch(of character: Character, in pattern: ArraySlice<Character>) -> Int? {
        switch pattern.first {
        case "?": 1
        case "[": lengthOfBracketMatch(of: character, in: pattern)
        default: pattern.first == character ? 1 : nil
        }
    }

    private static func lengthOfBracketMatch(of character: Character, in pattern: ArraySlice<Character>) -> Int? {
        guard let end = pattern.dropFirst().firstIndex(of: "]") else {
            return character == "[" ? 1 : nil
        }
        var members = pattern[(pattern.startIndex + 1)..<end]
        let isNegated = members.first == "!"
        if isNegated { members.removeFirst() }
        var isMember = false
        while let low = members.popFirst() {
            if members.first == "-", members.count >= 2 {
                let high = members[members.startIndex + 1]
                members.removeFirst(2)
                isMember = isMember || (low <= character && character <= high)
            } else {
                isMember = isMember || low == character
            }
        }
        return isMember != isNegated ? end - pattern.startIndex + 1 : nil
    }
}

/// The values that conditions such as `[config=DEV]` are matched against.
package struct ConditionValues: Sendable {
    private var values: [String: [String]] = [:]

    /// Creates a set with one value per parameter; without any, only the pattern `*` matches.
    package init(_ values: [String: String] = [:]) {
        self.values = values.mapValues { [$0] }
    }

    /// Adds a value; a condition matches if any of its parameter's values does.
    package mutating func add(_ value: String, for parameter: String) {
        values[parameter, default: []].append(value)
    }

    /// Returns whether all conditions match; for a parameter without values, only the pattern `*` does.
    func satisfy(_ conditions: [ConfigCondition]) -> Bool {
        conditions.allSatisfy { condition in
            guard let bound = values[condition.parameter], !bound.isEmpty else { return condition.pattern == "*" }
            return bound.contains { ConditionPattern.matches(condition.pattern, $0) }
        }
    }
}
