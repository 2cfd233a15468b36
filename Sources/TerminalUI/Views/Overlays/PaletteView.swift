/// The text typed into a palette, and the selection among the remaining entries.
package struct PaletteInput: Hashable, Sendable {
    package private(set) var input: TextInput
    package private(set) var position = ListPosition()

    package init(_ text: String = "") { input = TextInput(text) }

    package var text: String { input.text }

    /// Handles a key or a paste; Tab and the arrows move through the `count` entries.
    ///
    /// - Returns: Whether the event was handled.
    package mutating func type(_ event: InputEvent, count: Int) -> Bool {
        switch event {
        case .key(.tab): select(position.selected + 1, count: count)
        case .key(.backTab): select(position.selected - 1, count: count)
        case .key(let key) where [.up, .down, .pageUp, .pageDown, .control("n"), .control("p")].contains(key):
            if let motion = ListMotion(key) { position.move(motion, count: count, height: 8) }
        default:
            guard input.apply(event) else { return false }
            position = ListPosition()
        }
        return true
    }

    package mutating func select(_ index: Int, count: Int) { position.move(.row(index), count: count, height: 8) }
}

/// A list over a page that is filtered by typing.
package struct PaletteView: TerminalView {
    /// The click target's name for entries; the index distinguishes them.
    package static let targetName = "palette"

    private let prompt: String
    private let input: PaletteInput
    private let items: [ListRow]
    private let emptyText: String

    package init(
        prompt: String = ":",
        input: PaletteInput,
        items: [ListRow],
        emptyText: String = "Nothing matches."
    ) {
        self.prompt = prompt
        self.input = input
        self.items = items
        self.emptyText = emptyText
    }

    package func draw(in canvas: Canvas) {
        let columns = min(canvas.size.columns, 70)
        let rows = min(canvas.size.rows, max(4, min(items.count + 3, canvas.size.rows * 2 / 3)))
        let x = (canvas.size.columns - columns) / 2
        let y = min(2, canvas.size.rows - rows)
        let panel = canvas.panel(Rect(x: x, y: y, columns: columns, rows: rows))
        let inner = panel.sub(panel.bounds.inset(columns: 1, rows: 1))
        let taken = inner.text(prompt + " ", at: .zero, style: .title)
        inner.draw(InputView(input.input), in: Rect(x: taken, y: 0, columns: inner.size.columns - taken, rows: 1))
        let list = Rect(x: 0, y: 1, columns: inner.size.columns, rows: inner.size.rows - 1)
        if items.isEmpty {
            inner.text(emptyText, at: Point(x: taken, y: 1), style: .dim)
        } else {
            let items = items
            let details = items.lazy.compactMap { $0.cells.last?.columns }.max() ?? 0
            inner.draw(
                ListView(
                    count: items.count,
                    position: input.position,
                    columns: [
                        ListColumn("", .flexible(minimum: 8)), ListColumn("", .fixed(min(details, 20)), from: 30),
                    ],
                    target: PaletteView.targetName
                ) { items.indices.contains($0) ? items[$0] : nil },
                in: list
            )
        }
    }
}
