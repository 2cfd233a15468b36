/// The name of a region in a frame, which identifies clicks on it.
package struct HitTarget: Hashable, Sendable {
    /// The kind of region, such as `list`.
    package var name: String
    /// The index among regions with the same name, such as a list's rows.
    package var index: Int

    package init(name: String, index: Int = 0) {
        self.name = name
        self.index = index
    }
}

/// A drawn view: the cells, the cursor and the clickable regions.
package struct Frame: Sendable, Equatable {
    package struct Target: Sendable, Equatable {
        package var target: HitTarget
        package var rect: Rect
    }

    package internal(set) var grid: Grid
    /// The cursor's position; `nil` hides it.
    package internal(set) var cursor: Point?
    /// The clickable regions; later ones are on top of earlier ones.
    package internal(set) var targets: [Target] = []
    /// The time until the next frame of an animation; `nil` if nothing is animated.
    package internal(set) var nextFrame: Duration?

    init(grid: Grid) { self.grid = grid }

    /// Draws a view; `elapsed` returns for how long something has been displayed, by name.
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
