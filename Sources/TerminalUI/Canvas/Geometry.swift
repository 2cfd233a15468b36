/// A size in columns and rows; never negative.
package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    package static let zero = Size(columns: 0, rows: 0)

    /// The maximum size to draw: a terminal may claim 65,535 columns and rows, whose cells would exhaust the memory.
    package static let largestScreen = Size(columns: 1_000, rows: 1_000)

    package var isEmpty: Bool { columns == 0 || rows == 0 }
}

/// A position in columns and rows; the upper left corner is 0, 0.
package struct Point: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    package static let zero = Point(x: 0, y: 0)
}

package struct Rect: Hashable, Sendable {
    package var origin: Point
    package var size: Size

    package init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    package init(x: Int, y: Int, columns: Int, rows: Int) {
        self.init(origin: Point(x: x, y: y), size: Size(columns: columns, rows: rows))
    }

    package var minX: Int { origin.x }
    package var minY: Int { origin.y }
    /// The first column to the right of the rectangle.
    package var maxX: Int { origin.x + size.columns }
    /// The first row below the rectangle.
    package var maxY: Int { origin.y + size.rows }
    package var isEmpty: Bool { size.isEmpty }

    package func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Returns the area that both rectangles share; empty if they don't overlap.
    package func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return Rect(
            x: left,
            y: top,
            columns: min(maxX, other.maxX) - left,
            rows: min(maxY, other.maxY) - top
        )
    }

    package func inset(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(
            x: minX + columns,
            y: minY + rows,
            columns: size.columns - 2 * columns,
            rows: size.rows - 2 * rows
        )
    }

    package func moved(by offset: Point) -> Rect {
        Rect(origin: Point(x: minX + offset.x, y: minY + offset.y), size: size)
    }

    /// Returns a centered rectangle of the given size, reduced if it doesn't fit.
    package func centered(_ wanted: Size) -> Rect {
        let columns = min(wanted.columns, size.columns)
        let rows = min(wanted.rows, size.rows)
        return Rect(
            x: minX + (size.columns - columns) / 2,
            y: minY + (size.rows - rows) / 2,
            columns: columns,
            rows: rows
        )
    }
}
