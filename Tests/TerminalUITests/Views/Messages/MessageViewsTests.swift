import Testing

@testable import TerminalUI

struct MessageViewsTests {
    @Test func `long messages are wrapped in the middle`() {
        let problem = ProblemMessage(
            title: "Failed",
            message: "The server did not answer: \u{1B}[31mcode 7"
        )
        let lines = picture(problem, 30, 7).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "           ▲ Failed", "  The server did not answer:", "         \u{FFFD}[31mcode 7",
                "   r try again   d details",
            ]
        )
    }

    @Test func `keys of a hint have their names`() {
        #expect(KeyHint("j", .down, text: "next").keyNames == "j Down")
    }
}
