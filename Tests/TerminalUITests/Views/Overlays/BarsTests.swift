import Testing

@testable import TerminalUI

struct BarsTests {
    @Test func `a title bar has its detail at the right`() {
        #expect(picture(TitleBar("Contacts", detail: "12 of 50"), 24, 1) == " Contacts      12 of 50\n")
        #expect(picture(TitleBar("Contacts", detail: "12 of 50"), 14, 1) == " Contacts  1…\n")
    }

    @Test func `a status bar shows the hints that fit`() {
        let bar = StatusBar(
            message: "Saved.",
            hints: [KeyHint("q", text: "quit"), KeyHint("?", text: "keys")]
        )
        #expect(picture(bar, 40, 1) == " Saved.  q quit  ? keys\n")
        #expect(picture(bar, 20, 1) == " Saved.  q quit\n")
        #expect(picture(bar, 8, 1) == " Saved.\n")
    }

    @Test func `tabs have numbers, and on a narrow screen only the open one has a title`() {
        let tabs = ["Contacts", "Birthdays", "Settings"]
        func row(_ columns: Int) -> String { picture(TabBar(tabs, selected: 1, detail: "home"), columns, 1) }
        #expect(row(60) == " 1 Contacts  2 Birthdays  3 Settings                   home\n")
        #expect(row(40) == " 1 Contacts 2 Birthdays 3 Settings home\n")
        #expect(row(36) == " 1 Contacts 2 Birthdays 3 Settings\n")
        #expect(row(30) == " 1  2 Birthdays  3       home\n")
    }

    @Test func `a click tells its tab`() {
        let tabs = TabBar(["Contacts", "Birthdays"], selected: 0)
        let frame = Frame(tabs, size: Size(columns: 40, rows: 1))
        #expect(frame.target(at: Point(x: 3, y: 0)) == HitTarget(name: TabBar.targetName, index: 0))
        #expect(frame.target(at: Point(x: 14, y: 0)) == HitTarget(name: TabBar.targetName, index: 1))
    }

    private let hints = (1...20).map { KeyHint(.function($0), text: "what the key number \($0) does here") }

    @Test func `keys are listed in two columns where they have no room in one`() {
        let text = picture(KeyHelp("Keys", hints), 100, 14)
        let lines = text.split(separator: "\n")
        #expect(
            lines.contains { $0.contains("F1   what the key number 1 ") && $0.contains("F11  what the key number 11") }
        )
        #expect(!text.contains("…"))
    }

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
