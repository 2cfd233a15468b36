import Bloc
import BlocKit
import Testing

@testable import TerminalUI

struct StatefulViewTests {
    private typealias State = ContentLoadState<String, ProblemMessage>

    private func view(_ state: State) -> any TerminalView {
        StatefulView(
            "list",
            state: state,
            empty: EmptyMessage("No contacts", hints: [KeyHint("n", text: "new contact")]),
            problem: \.self
        ) { TextView($0) }
    }

    @Test func `content is shown, old content during a load too`() {
        #expect(picture(view(.hasData("Ada")), 20, 2) == "Ada\n\n")
        #expect(picture(view(.loading(previous: "Ada")), 20, 2, elapsed: .milliseconds(100)) == "Ada\n\n")
        #expect(
            picture(view(.loading(previous: "Ada")), 20, 2, elapsed: .milliseconds(200)) == "Ada                ⠹\n\n"
        )
    }

    @Test func `a load is told after 150 ms`() {
        #expect(picture(view(.loading()), 20, 3, elapsed: .milliseconds(149)) == "\n\n\n")
        #expect(picture(view(.loading()), 20, 3, elapsed: .milliseconds(150)) == "\n     ⠙ Loading\n\n")
        let frame = Frame(view(.loading()), size: Size(columns: 9, rows: 1), elapsed: { _ in .milliseconds(100) })
        #expect(frame.nextFrame == .milliseconds(50))
        #expect(Frame(view(.hasData("Ada")), size: Size(columns: 9, rows: 1)).nextFrame == nil)
    }

    @Test func `without content it says what to do`() {
        #expect(picture(view(.noData), 20, 4) == "\n    No contacts\n   n new contact\n\n")
    }

    @Test func `a failure has a way on`() {
        let failure = ProblemMessage(title: "No connection", message: "The network is down.")
        let text = picture(view(.error(failure)), 40, 6)
        for part in ["▲ No connection", "The network is down.", "r try again", "d details"] {
            #expect(text.contains(part))
        }
    }
}

struct MessageViewsTests {
    @Test func `long messages are wrapped in the middle`() {
        let problem = ProblemMessage(title: "Failed", message: "The server did not answer: \u{1B}[31mcode 7")
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
