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

    @Test func `buttons can be clicked`() {
        let frame = Frame(dialog, size: Size(columns: 48, rows: 10))
        #expect(frame.target(at: Point(x: 8, y: 5)) == HitTarget(name: "button", index: 0))
        #expect(frame.target(at: Point(x: 25, y: 5)) == HitTarget(name: "button", index: 1))
    }
}
