/// A line of text that is being typed, with its cursor, as a value.
package struct TextInput: Hashable, Sendable {
    /// The most characters that a field takes; more of a paste is left out.
    package static let mostCharacters = 10_000

    private var characters: [Character]
    /// The place of the cursor: the number of characters before it.
    package private(set) var cursor: Int

    package init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    package var text: String { String(characters) }
    package var isEmpty: Bool { characters.isEmpty }
    package var textBeforeCursor: String { String(characters[..<cursor]) }

    /// Changes the text as a key or a paste asks.
    ///
    /// Keys are those of shells and editors: arrows, Home, End, words with Ctrl or Alt, Ctrl-A, E, B, F, K, U and W.
    ///
    /// - Returns: Whether the event was one for a field; others are for the page.
    package mutating func apply(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): return apply(key)
        case .paste(let text):
            insert(TerminalText.onOneLine(text))
            return true
        default: return false
        }
    }

    package static func takes(_ key: Key) -> Bool {
        var input = TextInput()
        return input.apply(key)
    }

    private mutating func apply(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .wordLeft, .alt("b"): cursor = wordStart
        case .wordRight, .alt("f"): cursor = wordEnd
        case .backspace, .control("h"): remove(max(0, cursor - 1)..<cursor)
        case .delete: remove(cursor..<min(characters.count, cursor + 1))
        case .control("w"): remove(wordStart..<cursor)
        case .alt("d"): remove(cursor..<wordEnd)
        case .control("u"): remove(0..<cursor)
        case .control("k"): remove(cursor..<characters.count)
        default: return false
        }
        return true
    }

    package mutating func insert(_ text: String) {
        // Joined with the character before it, a mark becomes one character with it.
        let head = String(characters[..<cursor]) + text.prefix(max(0, TextInput.mostCharacters - characters.count))
        let tail = characters[cursor...]
        characters = Array(head)
        cursor = characters.count
        characters += tail
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    private var wordStart: Int {
        var place = cursor
        while place > 0, !isWord(characters[place - 1]) { place -= 1 }
        while place > 0, isWord(characters[place - 1]) { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = cursor
        while place < characters.count, !isWord(characters[place]) { place += 1 }
        while place < characters.count, isWord(characters[place]) { place += 1 }
        return place
    }

    private func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
