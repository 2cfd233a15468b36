/// A part of a frame that a view draws into; it has its own origin and clips at its edges.
///
/// Sanitizes all text, so that control characters and other hostile text never reach a terminal. A canvas is only valid
/// for one frame; views don't keep it.
package struct Canvas {
    private let surface: Surface
    /// The position of the canvas on the surface; may extend beyond it.
    private let place: Rect
    /// The visible part of ``place``.
    private let clip: Rect

    package var size: Size { place.size }
    /// The entire canvas, in its own coordinates.
    package var bounds: Rect { Rect(origin: .zero, size: size) }
    /// The symbols to draw with; ASCII if the terminal doesn't support others.
    package var glyphs: Glyphs { surface.glyphs }

    /// Returns a part of the canvas, with its own origin.
    package func sub(_ rect: Rect) -> Canvas {
        let place = rect.moved(by: self.place.origin)
        return Canvas(surface: surface, place: place, clip: place.intersection(clip))
    }

    package func draw(_ view: any TerminalView, in rect: Rect? = nil) {
        let part = sub(rect ?? bounds)
        if !part.clip.isEmpty { view.draw(in: part) }
    }

    /// Draws a line of text; if it doesn't fit, it is truncated with an ellipsis.
    ///
    /// Colors that the style inherits stay unchanged. Without a width, the text may extend to the right edge.
    ///
    /// - Returns: The number of columns used.
    @discardableResult
    package func text(_ text: String, at point: Point, style: Style = .plain, width: Int? = nil) -> Int {
        self.text(StyledText(text, style: style), at: point, width: width)
    }

    @discardableResult
    package func text(_ text: StyledText, at point: Point, width: Int? = nil) -> Int {
        let room = min(width ?? .max, size.columns - point.x)
        guard room > 0, point.y >= 0, point.y < size.rows else { return 0 }
        let y = place.minY + point.y
        let isVisible = y >= clip.minY && y < clip.maxY
        let start = place.minX + point.x
        var x = start
        for run in text.cut(to: room, ellipsis: glyphs.ellipsis).runs {
            for piece in CellText.pieces(of: run.text) {
                if isVisible, x >= clip.minX, x < clip.maxX {
                    surface.put(piece, x: x, y: y, end: clip.maxX, style: run.style)
                }
                x += piece.columns
            }
        }
        return x - start
    }

    /// Fills the canvas with spaces in a style.
    package func fill(style: Style) {
        let blank = CellText.Piece(text: " ", columns: 1)
        forEachCell { x, y in surface.put(blank, x: x, y: y, end: clip.maxX, style: style) }
    }

    /// Changes the style of all cells but keeps their text.
    package func restyle(style: Style) {
        forEachCell { x, y in surface.restyle(x: x, y: y, style: style) }
    }

    private func forEachCell(_ body: (Int, Int) -> Void) {
        for y in clip.minY..<clip.maxY {
            for x in clip.minX..<clip.maxX { body(x, y) }
        }
    }

    /// Marks at the right edge that there is more above the first row or below the last one.
    func scrollMarks(above: Bool, below: Bool, rows: Int) {
        let x = size.columns - 1
        if above { text(glyphs.above, at: Point(x: x, y: 0), style: .key) }
        if below { text(glyphs.below, at: Point(x: x, y: rows - 1), style: .key) }
    }

    package func verticalLine(x: Int) {
        for row in 0..<size.rows { text(glyphs.vertical, at: Point(x: x, y: row), style: .border) }
    }

    /// Draws a border along the edges.
    package func box() {
        guard size.columns >= 2, size.rows >= 2 else { return }
        let line = String(repeating: glyphs.horizontal, count: size.columns - 2)
        verticalLine(x: 0)
        verticalLine(x: size.columns - 1)
        text(glyphs.topLeft + line + glyphs.topRight, at: .zero, style: .border)
        text(glyphs.bottomLeft + line + glyphs.bottomRight, at: Point(x: 0, y: size.rows - 1), style: .border)
    }

    /// Draws an empty panel over a part of the canvas, dims the rest, and returns the panel.
    func panel(_ rect: Rect) -> Canvas {
        restyle(style: .dim)
        let panel = sub(rect)
        panel.fill(style: .panel)
        panel.box()
        return panel
    }

    /// Shows the terminal's cursor at a point; if this isn't called, the cursor is hidden.
    package func showCursor(at point: Point) {
        let place = Point(x: self.place.minX + point.x, y: self.place.minY + point.y)
        if clip.contains(place) { surface.frame.cursor = place }
    }

    /// Names a region so that clicks on it can be identified; later regions are on top of earlier ones.
    package func target(_ name: String, index: Int = 0, in rect: Rect? = nil) {
        let visible = (rect ?? bounds).moved(by: place.origin).intersection(clip)
        if !visible.isEmpty {
            surface.frame.targets.append(Frame.Target(target: HitTarget(name: name, index: index), rect: visible))
        }
    }

    /// Returns the time for which consecutive frames have requested this name.
    ///
    /// This lets a view find out how long it has been displayed, for example to show a spinner after a delay.
    package func elapsed(_ name: String) -> Duration { surface.elapsed(name) }

    /// Requests another frame after a delay, for animations; otherwise nothing is drawn until something changes.
    package func nextFrame(after time: Duration) {
        surface.frame.nextFrame = min(surface.frame.nextFrame ?? time, time)
    }
}

extension Canvas {
    init(surface: Surface) {
        let place = Rect(origin: .zero, size: surface.frame.grid.size)
        self.init(surface: surface, place: place, clip: place)
    }
}
