import TerminalUI
import Testing

@testable import ContactsCLI

struct BrowseViewTests {
    @Test func `a message takes the place of the keys at the bottom`() {
        var view = BrowseView(title: "Title", detail: "book", page: DrawnView())
        view.hints = [KeyHint(.enter, text: "Open")]
        let size = Size(columns: 60, rows: 10)
        #expect(TextRendering.text(of: Frame(view, size: size).grid).contains("Enter Open"))
        view.notice = PageNotice("Saved.", .success)
        let text = TextRendering.text(of: Frame(view, size: size).grid)
        #expect(text.contains("Saved.") && !text.contains("Enter Open"))
        #expect(text.contains("Title") && text.contains("book"))
    }

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
