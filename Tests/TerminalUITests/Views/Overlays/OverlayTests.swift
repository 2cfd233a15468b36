import Testing

@testable import TerminalUI

struct DialogTests {
    private let dialog = Dialog(
        "Remove?",
        content: TextView("Ada Lovelace goes to the trash."),
        buttons: [Dialog.Button("Cancel", key: .escape), Dialog.Button("Remove", key: "y", isDangerous: true)],
        size: Size(columns: 44, rows: 8)
    )

    @Test func `it stands over the page and fits its content`() {
        #expect(
            picture(dialog, 48, 10) == """


                  ╭─ Remove? ────────────────────────────────╮
                  │ Ada Lovelace goes to the trash.          │
                  │                                          │
                  │ [ Cancel (Esc) ]   Remove (y)            │
                  ╰──────────────────────────────────────────╯




                """
        )
    }

    @Test func `it fits on the least screen`() {
        #expect(picture(dialog, 20, 5).split(separator: "\n", omittingEmptySubsequences: false).count == 6)
        #expect(picture(dialog, 20, 5).contains("Cancel"))
    }

    @Test func `buttons can be clicked`() {
        let frame = Frame(dialog, size: Size(columns: 48, rows: 10))
        #expect(frame.target(at: Point(x: 8, y: 5)) == HitTarget(name: "button", index: 0))
        #expect(frame.target(at: Point(x: 25, y: 5)) == HitTarget(name: "button", index: 1))
    }
}

struct PaletteViewTests {
    @Test func `it lists what was found, with keys`() {
        var input = PaletteInput("ed")
        _ = input.type(.key(.down), count: 2)
        let palette = PaletteView(
            input: input,
            items: [ListRow("Edit contact", detail: "e"), ListRow("Redo", detail: "Ctrl-R")]
        )
        #expect(
            picture(palette, 40, 8) == """


                ╭──────────────────────────────────────╮
                │: ed                                  │
                │   Edit contact                 e     │
                │▸  Redo                         Ctrl-R│
                ╰──────────────────────────────────────╯


                """
        )
    }

    @Test func `it says when nothing was found`() {
        let palette = PaletteView(input: PaletteInput("zz"), items: [])
        #expect(picture(palette, 40, 8).contains("Nothing has this name."))
        #expect(picture(palette, 20, 5).contains(": zz"))
    }
}

struct BarsTests {
    @Test func `a title bar has its detail at the right`() {
        #expect(picture(TitleBar("Contacts", detail: "12 of 50"), 24, 1) == " Contacts      12 of 50\n")
        #expect(picture(TitleBar("Contacts", detail: "12 of 50"), 14, 1) == " Contacts  1…\n")
    }

    @Test func `a status bar shows the hints that fit`() {
        let bar = StatusBar(message: "Saved.", hints: [KeyHint("q", text: "quit"), KeyHint("?", text: "keys")])
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
