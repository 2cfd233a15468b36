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

    @Test func `a wide list has signs, columns and titles`() {
        #expect(
            picture(list(3, hasTitles: true), 32, 5) == """
                   Name                   Phone
                ▸  person 0               +41 0
                 ● person 1               +41 1
                  ★person 2               +41 2


                """
        )
    }

    @Test func `a narrow list has one sign and fewer columns`() {
        #expect(picture(list(3), 12, 3) == "▸person 0\n●person 1\n★person 2\n")
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

    @Test func `an empty list draws nothing`() {
        #expect(picture(list(0), 8, 2) == "\n\n")
    }
}
