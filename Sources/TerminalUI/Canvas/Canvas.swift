/// A part of a frame that a view draws into, with its own origin, cut at its edges.
///
/// All text is made safe here: control characters and other hostile text never reach a terminal. A canvas is for one frame;
/// views do not keep it.
package struct Canvas {
    private let surface: Surface
    /// The place of the canvas on the surface; may reach beyond it.
    private let place: Rect
    /// The visible part of ``place``.
    private let clip: Rect

    /// The columns and rows to draw in.
    package var size: Size { place.size }
    /// All of the canvas, in its own coordinates.
    package var bounds: Rect { Rect(origin: .zero, size: size) }
    /// The signs to draw with; ASCII where the terminal has no others.
    package var glyphs: Glyphs { surface.glyphs }

    /// A part of the canvas, with its own origin.
    package func sub(_ rect: Rect) -> Canvas {
        let place = rect.moved(by: self.place.origin)
        return Canvas(surface: surface, place: place, clip: place.intersection(clip))
    }

    package func draw(_ view: any TerminalView, in rect: Rect? = nil) {
        let part = sub(rect ?? bounds)
        if !part.clip.isEmpty { view.draw(in: part) }
    }

    /// Draws a line of text; what does not fit is cut, with an ellipsis.
    ///
    /// Colors that the style does not name stay as they are there. Without a width it may go up to the right edge.
    ///
    /// - Returns: The columns that were taken.
    @discardableResult
    package func text(_ text: String, at point: Point, style: Style = .plain, width: Int? = nil) -> Int {
        self.text(StyledText(text, style: style), at: point, width: width)
    }

    /// Draws a line of text in several styles, and returns the columns that were taken.
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

    /// Fills the canvas with blanks of a style.
    package func fill(style: Style) {
        let blank = CellText.Piece(text: " ", columns: 1)
        forEachCell { x, y in surface.put(blank, x: x, y: y, end: clip.maxX, style: style) }
    }

    /// Gives all cells another style and keeps their text.
    package func restyle(style: Style) {
        forEachCell { x, y in surface.restyle(x: x, y: y, style: style) }
    }

    private func forEachCell(_ body: (Int, Int) -> Void) {
        for y in clip.minY..<clip.maxY {
            for x in clip.minX..<clip.maxX { body(x, y) }
        }
    }

    /// Shows at the right edge that there is more above the first or below the last of so many rows.
    func scrollMarks(above: Bool, below: Bool, rows: Int) {
        let x = size.columns - 1
        if above { text(glyphs.above, at: Point(x: x, y: 0), style: .key) }
        if below { text(glyphs.below, at: Point(x: x, y: rows - 1), style: .key) }
    }

    package func verticalLine(x: Int) {
        for row in 0..<size.rows { text(glyphs.vertical, at: Point(x: x, y: row), style: .border) }
    }

    /// Draws a frame along the edges.
    package func box() {
        guard size.columns >= 2, size.rows >= 2 else { return }
        let line = String(repeating: glyphs.horizontal, count: size.columns - 2)
        verticalLine(x: 0)
        verticalLine(x: size.columns - 1)
        text(glyphs.topLeft + line + glyphs.topRight, at: .zero, style: .border)
        text(glyphs.bottomLeft + line + glyphs.bottomRight, at: Point(x: 0, y: size.rows - 1), style: .border)
    }

    /// Draws an empty panel over a part of the canvas, whose rest is dimmed, and returns the panel.
    func panel(_ rect: Rect) -> Canvas {
        restyle(style: .dim)
        let panel = sub(rect)
        panel.fill(style: .panel)
        panel.box()
        return panel
    }

    /// Shows the cursor of the terminal at a point; without a call it is hidden.
    package func showCursor(at point: Point) {
        let place = Point(x: self.place.minX + point.x, y: self.place.minY + point.y)
        if clip.contains(place) { surface.frame.cursor = place }
    }

    /// Names a part, so that a click on it can be told; later parts lie over earlier ones.
    package func target(_ name: String, index: Int = 0, in rect: Rect? = nil) {
        let visible = (rect ?? bounds).moved(by: place.origin).intersection(clip)
        if !visible.isEmpty {
            surface.frame.targets.append(Frame.Target(target: HitTarget(name: name, index: index), rect: visible))
        }
    }

    /// For how long frames have asked for this name without a pause.
    ///
    /// It lets a view tell for how long something has been shown, such as a spinner that begins after a while.
    package func elapsed(_ name: String) -> Duration { surface.elapsed(name) }

    /// Asks for another frame after a time, for what moves; without a call nothing is drawn until something changes.
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
