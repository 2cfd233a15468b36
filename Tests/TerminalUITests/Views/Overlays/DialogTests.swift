import Testing

@testable import TerminalUI

struct DialogTests {
    private let dialog = Dialog(
        "Remove?",
        content: TextView("Ada Lovelace goes to the trash."),
        buttons: [
            Dialog.Button("Cancel", key: .escape), Dialog.Button("Remove", key: "y", isDangerous: true),
        ],
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
