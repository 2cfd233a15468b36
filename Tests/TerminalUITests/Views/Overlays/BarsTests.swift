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
            hints: [KeyHint(.character("q"), text: "quit"), KeyHint(.character("?"), text: "keys")]
        )
        #expect(picture(bar, 40, 1) == " Saved.  q quit  ? keys\n")
        #expect(picture(bar, 20, 1) == " Saved.  q quit\n")
        #expect(picture(bar, 8, 1) == " Saved.\n")
    }

    @Test func `keys are listed by group`() {
        let help = KeyHelp([
            KeyHelp.Group("Moving", [KeyHint(.character("j"), .down, text: "next")]),
            KeyHelp.Group("Empty", []),
            KeyHelp.Group("Everywhere", [KeyHint(.character("q"), text: "quit")]),
        ])
        let text = picture(help, 30, 12)
        for part in ["Keys", "Moving", "j Down  next", "Everywhere", "q       quit"] { #expect(text.contains(part)) }
        #expect(!text.contains("Empty"))
        #expect(picture(help, 20, 5).contains("j next"))
    }
}
