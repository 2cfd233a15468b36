import Bloc
import BlocKit
import Testing

@testable import TerminalUI

struct StatefulViewTests {
    private typealias State = ContentLoadState<String, ProblemMessage>

    private func view(_ state: State) -> any TerminalView {
        StatefulView("list", state: state, empty: EmptyMessage("No contacts"), problem: \.self) { TextView($0) }
    }

    @Test func `a load is told after 150 ms`() {
        #expect(picture(view(.loading()), 20, 3, elapsed: .milliseconds(149)) == "\n\n\n")
        #expect(picture(view(.loading()), 20, 3, elapsed: .milliseconds(150)) == "\n     ⠙ Loading\n\n")
        #expect(picture(view(.loading(previous: "Ada")), 20, 2, elapsed: .milliseconds(100)) == "Ada\n\n")
        let frame = Frame(view(.loading()), size: Size(columns: 9, rows: 1), elapsed: { _ in .milliseconds(100) })
        #expect(frame.nextFrame == .milliseconds(50))
        #expect(Frame(view(.hasData("Ada")), size: Size(columns: 9, rows: 1)).nextFrame == nil)
    }
}
