import Testing

@testable import TerminalUI

struct PartStoriesTests {
    private let book = Storybook(Storybook.parts)

    @Test(arguments: Storybook.parts.map(\.name))
    func `a story is sound at each width and in ASCII, and in each theme`(name: String) throws {
        let story = try #require(book.story(name))
        for size in [Size(columns: 20, rows: 5), Size(columns: 60, rows: 16), Size(columns: 120, rows: 30)] {
            for glyphs in [Glyphs.unicode, .ascii] {
                #expect(isSound(book.frame(of: story, size: size, glyphs: glyphs).grid))
            }
        }
        let size = Size(columns: 60, rows: 16)
        for theme in Theme.all {
            #expect(book.render(story, size: size, theme: theme, as: .svg).hasSuffix("</svg>\n"))
            #expect(book.render(story, size: size, theme: theme, as: .ansi).count { $0 == "\n" } == size.rows)
        }
    }
}
