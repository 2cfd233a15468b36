/// Shows text being typed: one row, scrolled to keep the cursor visible.
package struct InputView: TerminalView {
    private let input: TextInput
    private let isActive: Bool
    private let placeholder: String

    package init(_ input: TextInput, isActive: Bool = true, placeholder: String = "") {
        self.input = input
        self.isActive = isActive
        self.placeholder = placeholder
    }

    package func draw(in canvas: Canvas) {
        let width = canvas.size.columns
        canvas.sub(Rect(x: 0, y: 0, columns: width, rows: 1)).fill(style: .field)
        if input.isEmpty { canvas.text(placeholder, at: .zero, style: .dim) }
        let cursorColumn = CellText.columns(of: input.textBeforeCursor)
        // The cursor may be after the last character, so it needs a column, too.
        let offset = max(0, cursorColumn - width + 1)
        let end = CellText.columns(of: input.text)
        canvas.text(input.text, at: Point(x: -offset, y: 0), width: end)
        if offset > 0 { canvas.text(canvas.glyphs.ellipsis, at: .zero, style: .dim, width: 1) }
        if end - offset > width { canvas.text(canvas.glyphs.ellipsis, at: Point(x: width - 1, y: 0), style: .dim) }
        if isActive { canvas.showCursor(at: Point(x: cursorColumn - offset, y: 0)) }
    }
}

/// A form field: its name, the text, and an error message.
package struct FieldView: TerminalView {
    private let label: String
    /// The text to the right of the name, such as the type of a phone number.
    private let detail: String?
    /// The width of the names, which is the same for all fields of a form.
    private let labelColumns: Int
    private let input: TextInput
    private let isActive: Bool
    private let placeholder: String
    private let problem: String?
    /// The index of the field in its form, for clicks.
    private let index: Int

    /// The click target's name for all fields; the index distinguishes them.
    package static let targetName = "field"

    /// Creates a field; it receives keys while it is active.
    package init(
        _ label: String,
        detail: String? = nil,
        input: TextInput,
        index: Int = 0,
        isActive: Bool,
        labelColumns: Int = 14,
        placeholder: String = "",
        problem: String? = nil
    ) {
        self.label = label
        self.detail = detail
        self.input = input
        self.index = index
        self.isActive = isActive
        self.labelColumns = labelColumns
        self.placeholder = placeholder
        self.problem = problem
    }

    package func height(forWidth width: Int) -> Int? {
        inputRow(width) + 1 + (problemView?.height(forWidth: width - inputColumn(width)) ?? 0)
    }

    package func draw(in canvas: Canvas) {
        let width = canvas.size.columns
        let column = inputColumn(width)
        let row = inputRow(width)
        canvas.target(FieldView.targetName, index: index)
        let room = column > 0 ? labelColumns : width
        let detail = StyledText(detail ?? "", style: isActive ? .accent : .dim)
        let taken = canvas.text(label, at: .zero, style: isActive ? .title : .label, width: room)
        let end = max(taken + 1, room - detail.columns)
        if end < room { canvas.text(detail, at: Point(x: end, y: 0), width: room - end) }
        canvas.draw(
            InputView(input, isActive: isActive, placeholder: placeholder),
            in: Rect(x: column, y: row, columns: width - column, rows: 1)
        )
        if let problemView {
            let rows = canvas.size.rows - row - 1
            canvas.draw(problemView, in: Rect(x: column, y: row + 1, columns: width - column, rows: rows))
        }
    }

    private var problemView: TextView? { problem.map { TextView($0, style: .danger) } }

    /// Returns the column of the text; on a narrow screen, the text is below the name.
    private func inputColumn(_ width: Int) -> Int { width >= labelColumns + 20 ? labelColumns + 1 : 0 }

    private func inputRow(_ width: Int) -> Int { inputColumn(width) == 0 ? 1 : 0 }
}

/// A line of text being typed, including the cursor, as a value.
package struct TextInput: Hashable, Sendable {
    /// The maximum number of characters in a field; the rest of a paste is dropped.
    package static let mostCharacters = 10_000

    private var characters: [Character]
    /// The cursor's position: the number of characters before it.
    package private(set) var cursor: Int

    package init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    package var text: String { String(characters) }
    package var isEmpty: Bool { characters.isEmpty }
    package var textBeforeCursor: String { String(characters[..<cursor]) }

    /// Edits the text in response to a key or a paste.
    ///
    /// Supports the keys of shells and editors: arrows, Home, End, words with Ctrl or Alt, Ctrl-A, E, B, F, K, U and W.
    ///
    /// - Returns: Whether the field handled the event; the page handles others.
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
        // A combining mark forms one character with the character before it.
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
