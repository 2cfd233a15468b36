/// A view in a stack, with its length.
package struct StackItem: Sendable {
    package let view: any TerminalView
    package let length: Length

    package init(_ view: any TerminalView, _ length: Length = .fit) {
        self.view = view
        self.length = length
    }
}

/// Views one below the other.
package struct VStack: TerminalView {
    private let items: [StackItem]
    private let gap: Int

    package init(_ items: [StackItem], gap: Int = 0) {
        self.items = items
        self.gap = gap
    }

    package func draw(in canvas: Canvas) {
        let width = canvas.size.columns
        let parts = Length.divide(canvas.size.rows, among: items.map(\.length), gap: gap) {
            items[$0].view.height(forWidth: width) ?? 1
        }
        for (item, part) in zip(items, parts) where part.length > 0 {
            canvas.draw(item.view, in: Rect(x: 0, y: part.start, columns: width, rows: part.length))
        }
    }

    package func height(forWidth width: Int) -> Int? {
        var sum = gap * max(0, items.count - 1)
        for item in items {
            switch item.length {
            case .fit: sum += item.view.height(forWidth: width) ?? 1
            case .fixed(let count): sum += count
            case .flexible: return nil
            }
        }
        return sum
    }
}

/// Views beside each other; the length ``Length/fit`` means one column here.
package struct HStack: TerminalView {
    private let items: [StackItem]
    private let gap: Int

    package init(_ items: [StackItem], gap: Int = Spacing.column) {
        self.items = items
        self.gap = gap
    }

    package func draw(in canvas: Canvas) {
        for (item, part) in zip(items, parts(of: canvas.size.columns)) where part.length > 0 {
            canvas.draw(item.view, in: Rect(x: part.start, y: 0, columns: part.length, rows: canvas.size.rows))
        }
    }

    package func height(forWidth width: Int) -> Int? {
        var most: Int? = 0
        for (item, part) in zip(items, parts(of: width)) {
            guard let before = most, let height = item.view.height(forWidth: part.length) else { return nil }
            most = max(before, height)
        }
        return most
    }

    private func parts(of width: Int) -> [(start: Int, length: Int)] {
        Length.divide(width, among: items.map(\.length), gap: gap)
    }
}

/// Two views beside each other with a line between them, or the first alone where both do not fit.
package struct SplitView: TerminalView {
    private let left: any TerminalView
    private let right: any TerminalView
    private let leftShare: Int
    private let minimum: Int

    /// Creates a split; the left view gets a share in percent, and below the minimum of columns it stands alone.
    package init(
        left: any TerminalView,
        right: any TerminalView,
        leftShare: Int = 55,
        minimum: Int = Spacing.wide
    ) {
        self.left = left
        self.right = right
        self.leftShare = leftShare
        self.minimum = minimum
    }

    /// Whether both views are shown at a width.
    package func isSplit(at columns: Int) -> Bool { columns >= minimum }

    package func draw(in canvas: Canvas) {
        let size = canvas.size
        guard isSplit(at: size.columns) else { return canvas.draw(left) }
        let columns = size.columns * leftShare / 100
        canvas.draw(left, in: Rect(x: 0, y: 0, columns: columns, rows: size.rows))
        canvas.verticalLine(x: columns)
        canvas.draw(
            right,
            in: Rect(x: columns + 2, y: 0, columns: size.columns - columns - 2, rows: size.rows)
        )
    }
}

/// A view with a margin around it.
package struct PaddedView: TerminalView {
    private let content: any TerminalView
    private let columns: Int
    private let rows: Int

    package init(_ content: any TerminalView, columns: Int = Spacing.page, rows: Int = 0) {
        self.content = content
        self.columns = columns
        self.rows = rows
    }

    package func draw(in canvas: Canvas) {
        canvas.draw(content, in: canvas.bounds.inset(columns: columns, rows: rows))
    }

    package func height(forWidth width: Int) -> Int? {
        content.height(forWidth: max(0, width - 2 * columns)).map { $0 + 2 * rows }
    }
}
