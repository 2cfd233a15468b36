import Foundation
import Testing

@testable import TerminalUI

struct PartStoriesTests {
    private let book = Storybook(Storybook.parts)

    /// A view without a story is one that is never looked at in all its states.
    @Test func `each view has a story`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let declaration = try Regex(#"(?m)^package struct (\w+)(<[^>]*>)?: TerminalView"#)
        let shown = Set(book.stories.map { String("\(type(of: $0.view))".prefix { $0 != "<" }) })
        var views = 0
        for folder in ["Views", "QR"] {
            let path = root.appending(path: "Sources/TerminalUI/\(folder)").path
            for case let name as String in try #require(FileManager.default.enumerator(atPath: path))
            where name.hasSuffix(".swift") {
                let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
                for match in text.matches(of: declaration) {
                    let view = match.output[1].substring.map(String.init) ?? ""
                    #expect(shown.contains(view), "no story shows \(view)")
                    views += 1
                }
            }
        }
        #expect(views > 12)
    }

    @Test(arguments: Storybook.parts.map(\.name))
    func `a story is sound at each width, in each theme and in ASCII`(name: String) throws {
        let story = try #require(book.story(name))
        for (columns, rows) in [(20, 5), (60, 16), (120, 30)] {
            let size = Size(columns: columns, rows: rows)
            for glyphs in [Glyphs.unicode, .ascii] {
                #expect(isSound(book.frame(of: story, size: size, glyphs: glyphs).grid))
            }
            for theme in Theme.all {
                #expect(book.render(story, size: size, theme: theme, as: .svg).hasSuffix("</svg>\n"))
                #expect(
                    book.render(story, size: size, theme: theme, as: .ansi).split(
                        separator: "\n",
                        omittingEmptySubsequences: false
                    ).count == rows + 1
                )
            }
        }
    }
}
