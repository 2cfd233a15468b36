import Testing

@testable import TerminalUI

struct MessageViewsTests {
    @Test func `long messages are wrapped in the middle`() {
        let problem = ProblemMessage(
            title: "Failed",
            message: "The server did not answer in time",
            details: "code 7\n\u{1B}[31mbytes",
            hints: [KeyHint(.enter, text: "close")]
        )
        let lines = picture(ProblemView(problem), 22, 7).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "       ▲ Failed", "  The server did not", "    answer in time", "        code 7",
                "      \u{FFFD}[31mbytes",
                "     Enter close",
            ]
        )
    }

    @Test func `keys of a hint have their names`() {
        #expect(KeyHint(.character("j"), .down, text: "next").keyNames == "j Down")
    }
}
