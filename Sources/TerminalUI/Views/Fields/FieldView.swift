/// A text that is being typed: one row, scrolled so that the cursor stays in sight.
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
        // The cursor may stand behind the last character, so that it needs a column of its own.
        let offset = max(0, cursorColumn - width + 1)
        let end = CellText.columns(of: input.text)
        canvas.text(input.text, at: Point(x: -offset, y: 0), width: end)
        if offset > 0 { canvas.text(canvas.glyphs.ellipsis, at: .zero, style: .dim, width: 1) }
        if end - offset > width { canvas.text(canvas.glyphs.ellipsis, at: Point(x: width - 1, y: 0), style: .dim) }
        if isActive { canvas.showCursor(at: Point(x: cursorColumn - offset, y: 0)) }
    }
}

/// A field of a form: its name, the text, and what is wrong with it.
package struct FieldView: TerminalView {
    private let label: String
    /// What is said at the right of the name, such as the type of a number.
    private let detail: String?
    /// The columns of the names, the same for all fields of a form.
    private let labelColumns: Int
    private let input: TextInput
    private let isActive: Bool
    private let placeholder: String
    private let problem: String?
    /// Which field of the form it is, for clicks.
    private let index: Int

    /// The name of the target of all fields; the index tells which.
    package static let targetName = "field"

    /// Creates a field; keys go to it while it is active.
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

    /// On a narrow screen the text stands below its name.
    private func inputColumn(_ width: Int) -> Int { width >= labelColumns + 20 ? labelColumns + 1 : 0 }

    private func inputRow(_ width: Int) -> Int { inputColumn(width) == 0 ? 1 : 0 }
}
