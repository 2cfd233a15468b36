import Testing

@testable import TerminalUI

struct OverlayTests {
    private static let dialog = Dialog(
        "Remove?",
        content: TextView("Ada Lovelace goes to the trash."),
        buttons: [Dialog.Button("Cancel", key: .escape), Dialog.Button("Remove", key: "y", isDangerous: true)],
        size: Size(columns: 44, rows: 8)
    )
    private static let list = ListView(count: 9, position: ListPosition(), hasTitles: true) {
        ListRow([StyledText("\($0)")])
    }
    private static let part = DrawnView { canvas in
        canvas.target("page")
        canvas.target("row", index: 3, in: Rect(x: 0, y: 1, columns: 4, rows: 1))
    }

    @Test(
        arguments: [
            (dialog, Point(x: 8, y: 5), HitTarget(name: "button", index: 0)),
            (dialog, Point(x: 25, y: 5), HitTarget(name: "button", index: 1)),
            (TabBar(["Contacts", "Birthdays"], selected: 0), Point(x: 3, y: 0), HitTarget(name: "tab", index: 0)),
            (TabBar(["Contacts", "Birthdays"], selected: 0), Point(x: 14, y: 0), HitTarget(name: "tab", index: 1)),
            (list, Point(x: 3, y: 2), HitTarget(name: "row", index: 1)), (list, Point(x: 3, y: 0), nil),
            // The part on top has the click.
            (part, Point(x: 1, y: 1), HitTarget(name: "row", index: 3)),
            (part, Point(x: 1, y: 0), HitTarget(name: "page")), (part, Point(x: 99, y: 9), nil),
        ] as [(any TerminalView, Point, HitTarget?)]
    )
    func `parts can be clicked`(view: any TerminalView, place: Point, target: HitTarget?) {
        #expect(Frame(view, size: Size(columns: 48, rows: 10)).target(at: place) == target)
    }

    @Test func `the detail of a title bar is cut where it has no room`() {
        #expect(picture(TitleBar("Contacts", detail: "12 of 50"), 14, 1) == " Contacts  1…\n")
    }

    private let hints = (1...20).map { KeyHint(.function($0), text: "what the key number \($0) does here") }

    @Test func `on a narrow screen keys are scrolled, signs tell that there are more, and nothing is cut`() {
        let size = Size(columns: 30, rows: 10)
        func text(from row: Int) -> String { picture(KeyHelp("Keys", hints, firstRow: row), 30, 10) }
        #expect(text(from: 0).contains("▾") && !text(from: 0).contains("▴"))
        #expect(text(from: 4).contains("▾") && text(from: 4).contains("▴"))
        let last = KeyHelp("Keys", hints).lastRow(in: size)
        #expect(last > 0 && text(from: last).contains("▴") && !text(from: last).contains("▾"))
        #expect(text(from: last).contains("20 does") && text(from: last + 9) == text(from: last))
        #expect(!(0...last).contains { text(from: $0).contains("…") })
    }
}
