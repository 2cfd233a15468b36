import Repository
import TerminalUI

/// The search in the rows of a page: what is typed narrows them down at once.
struct RowSearch: Equatable, Sendable {
    /// The text field.
    private(set) var input = TextInput()
    /// Whether keys go to the search field.
    var isTyping = false

    /// The text that is searched for.
    var text: String { input.text }
    /// Whether there is a field to show.
    var isShown: Bool { isTyping || !input.isEmpty }

    init(_ text: String = "", isTyping: Bool = false) {
        input = TextInput(text)
        self.isTyping = isTyping
    }

    /// The keys go to the search field from now on.
    mutating func begin() { isTyping = true }

    /// Shows all rows again.
    mutating func clear() { self = RowSearch() }

    /// Takes a key or a paste as text; Escape and Tab give the keys back to the rows.
    mutating func type(_ event: InputEvent) -> Bool {
        guard isTyping else { return false }
        switch event {
        case .key(.escape), .key(.tab): isTyping = false
        case .key(.enter), .key(.up), .key(.down), .key(.pageUp), .key(.pageDown): return false
        default: return input.apply(event)
        }
        return true
    }

    /// The rows that have all words somewhere, without regard to case and accents.
    func found<Row>(_ rows: [Row], _ cells: (Row) -> ListRow) -> [Row] {
        let words = input.text.split(separator: " ").map { FoldedText.key(String($0)) }
        guard !words.isEmpty else { return rows }
        return rows.filter { row in
            let text = cells(row).cells.map { FoldedText.key($0.text) }.joined(separator: " ")
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// The action that ends the search; empty without a search.
    @MainActor
    func leaving<Owner: ActionOwner>(
        _ owner: Owner,
        clear: @escaping @MainActor (Owner) -> Void
    ) -> [PageAction] {
        guard !isTyping else { return [owner.action(.back, "Leave the search field", hint: "Done") { _ in }] }
        return input.isEmpty ? [] : [owner.action(.back, "Show all rows again", hint: "All", do: clear)]
    }

    /// Draws the field in the first row of a canvas, and returns what is left of it.
    func draw(in canvas: Canvas) -> Canvas {
        guard isShown, canvas.size.rows > 1 else { return canvas }
        canvas.text("/", at: Point(x: Spacing.page, y: 0), style: .key)
        let columns = canvas.size.columns
        canvas.draw(
            InputView(input, isActive: isTyping, placeholder: "search"),
            in: Rect(x: Spacing.page + 2, y: 0, columns: columns - Spacing.page - 3, rows: 1)
        )
        return canvas.sub(Rect(x: 0, y: 1, columns: columns, rows: canvas.size.rows - 1))
    }
}
