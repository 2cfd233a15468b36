import Testing

@testable import TerminalUI

struct StoryTests {
    private let book = Storybook([
        Story("b/two") { DrawnView { $0.text("two", at: .zero, style: .danger) } },
        Story("a/spinner", elapsed: .milliseconds(250)) { SpinnerView("x", text: "Loading") },
    ])

    @Test func `stories are in the order of their names and are found by them`() {
        #expect(book.names == ["a/spinner", "b/two"])
        #expect(book.story("b/two")?.name == "b/two")
        #expect(book.story("c") == nil)
    }

    @Test func `a story is rendered in each format, always alike`() throws {
        let size = Size(columns: 12, rows: 1)
        let two = try #require(book.story("b/two"))
        #expect(book.render(two, size: size) == "two\n")
        #expect(book.render(two, size: size, as: .ansi).contains("\u{1B}["))
        #expect(book.render(two, size: size, as: .svg).hasPrefix("<svg"))
        let spinner = try #require(book.story("a/spinner"))
        #expect(book.render(spinner, size: size) == "⠹ Loading\n")
        #expect(book.render(spinner, size: size, glyphs: .ascii) == "- Loading\n")
    }
}
