import TerminalUI
import Testing

@testable import ContactsCLI

struct BrowseViewTests {
    @Test func `work is shown after a while, and nothing moves without it`() {
        var view = BrowseView(title: "Title", page: DrawnView())
        let size = Size(columns: 60, rows: 10)
        #expect(Frame(view, size: size).nextFrame == nil)
        view.isWorking = true
        let early = Frame(view, size: size) { _ in .milliseconds(100) }
        #expect(early.nextFrame == .milliseconds(50))
        #expect(Frame(view, size: size).nextFrame != nil)
    }
}
