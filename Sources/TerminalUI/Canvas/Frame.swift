/// What a part of a frame is called, so that a click on it can be told.
package struct HitTarget: Hashable, Sendable {
    /// The part, such as `list`.
    package var name: String
    /// Which of several, such as the row of a list.
    package var index: Int

    package init(name: String, index: Int = 0) {
        self.name = name
        self.index = index
    }
}

/// A picture of a view: the cells, the cursor and the parts that can be clicked.
package struct Frame: Sendable, Equatable {
    /// A named part and where it is.
    package struct Target: Sendable, Equatable {
        package var target: HitTarget
        package var rect: Rect
    }

    package internal(set) var grid: Grid
    /// Where the cursor is shown; `nil` hides it.
    package internal(set) var cursor: Point?
    /// The parts that can be clicked, later ones over earlier ones.
    package internal(set) var targets: [Target] = []
    /// When something moves: the time until the next frame.
    package internal(set) var nextFrame: Duration?

    init(grid: Grid) { self.grid = grid }

    /// Draws a view; `elapsed` returns for how long something has been shown, by its name.
    package init(
        _ view: any TerminalView,
        size: Size,
        glyphs: Glyphs = .unicode,
        elapsed: @escaping (String) -> Duration = { _ in .seconds(1) }
    ) {
        let surface = Surface(size: size, glyphs: glyphs, elapsed: elapsed)
        if !size.isEmpty { view.draw(in: Canvas(surface: surface)) }
        self = surface.frame
    }

    package func target(at point: Point) -> HitTarget? {
        targets.last { $0.rect.contains(point) }?.target
    }
}
