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
        #expect(
            picture(ProblemView(problem), 22, 7) == """

                \u{20}      ▲ Failed
                \u{20} The server did not
                \u{20}   answer in time
                \u{20}       code 7
                \u{20}     �[31mbytes
                \u{20}    Enter close

                """
        )
    }

    @Test func `keys of a hint have their names`() {
        #expect(KeyHint(.character("j"), .down, text: "next").keyNames == "j Down")
    }
}
