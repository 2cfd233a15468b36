/// Which row of a list keys act on, and which rows are seen.
package struct ListPosition: Hashable, Sendable, Codable {
    package private(set) var selected: Int
    /// The first row that was seen last.
    package private(set) var top: Int

    package init(selected: Int = 0, top: Int = 0) {
        self.selected = max(0, selected)
        self.top = max(0, top)
    }

    package mutating func move(_ motion: ListMotion, count: Int, height: Int) {
        let page = max(1, height - 1)
        switch motion {
        case .rows(let rows): selected += rows
        case .halfPages(let pages): selected += pages * max(1, height / 2)
        case .pages(let pages): selected += pages * page
        case .first: selected = 0
        case .last: selected = count - 1
        case .row(let row): selected = row
        }
        selected = max(0, min(selected, count - 1))
        top = top(height: height, count: count)
    }

    /// The first row to show, so that the selection is in sight and no row stays empty.
    package func top(height: Int, count: Int) -> Int {
        let height = max(1, height)
        let selected = max(0, min(self.selected, count - 1))
        return max(0, min(max(min(top, selected), selected - height + 1), max(0, count - height)))
    }
}

/// A movement in a list.
package enum ListMotion: Hashable, Sendable {
    case rows(Int)
    case halfPages(Int)
    case pages(Int)
    case first, last
    /// To a row, such as one that was clicked.
    case row(Int)

    /// The movement of a key, the same in all lists: arrows and those of vi.
    package init?(_ key: Key) {
        switch key {
        case .down, "j", .control("n"): self = .rows(1)
        case .up, "k", .control("p"): self = .rows(-1)
        case .control("d"): self = .halfPages(1)
        case .control("u"): self = .halfPages(-1)
        case .pageDown, .control("f"): self = .pages(1)
        case .pageUp, .control("b"): self = .pages(-1)
        case .home, "g": self = .first
        case .end, "G": self = .last
        default: return nil
        }
    }
}
