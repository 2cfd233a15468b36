import Testing

@testable import TerminalUI

struct SplitViewTests {
    @Test func `a split shows both where both fit`() {
        let split = SplitView(left: TextView("list"), right: TextView("details"))
        #expect(picture(split, 100, 1) == "list" + String(repeating: " ", count: 51) + "│ details\n")
        #expect(picture(split, 99, 1) == "list\n")
    }
}
