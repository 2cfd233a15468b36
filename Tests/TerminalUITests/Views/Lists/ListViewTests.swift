import Synchronization
import Testing

@testable import TerminalUI

struct ListViewTests {
    private func list(_ count: Int, selected: Int = 0, hasTitles: Bool = false) -> ListView {
        ListView(
            count: count,
            position: ListPosition(selected: selected),
            columns: [ListColumn("Name"), ListColumn("Phone", .fixed(6), from: 30)],
            hasTitles: hasTitles
        ) { index in
            ListRow(
                [StyledText("person \(index)"), StyledText("+41 \(index)")],
                isMarked: index == 1,
                isFavorite: index == 2
            )
        }
    }

    @Test func `only rows in sight are asked for`() {
        let asked = Mutex<[Int]>([])
        let view = ListView(count: 100_000, position: ListPosition(selected: 50_000)) { index in
            asked.withLock { $0.append(index) }
            return ListRow([StyledText("\(index)")])
        }
        #expect(picture(view, 20, 5).contains("▸50000"))
        #expect(asked.withLock { $0 } == Array(49_996...50_000))
    }

    @Test func `a row that is not loaded has an ellipsis, and a long list a scroll bar`() {
        let view = ListView(count: 40, position: ListPosition()) { _ in nil }
        #expect(picture(view, 6, 4) == " …   ┃\n …   │\n …   │\n …   │\n")
        #expect(picture(view, 6, 4, glyphs: .ascii) == " ~   #\n ~   |\n ~   |\n ~   |\n")
    }

    @Test func `rows can be clicked`() {
        let frame = Frame(list(9, hasTitles: true), size: Size(columns: 20, rows: 4))
        #expect(frame.target(at: Point(x: 3, y: 2)) == HitTarget(name: "row", index: 1))
        #expect(frame.target(at: Point(x: 3, y: 0)) == nil)
    }
}
