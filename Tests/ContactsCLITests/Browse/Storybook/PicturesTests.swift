import Foundation
import TerminalUI
import Testing

@testable import ContactsCLI

/// The pictures of the README, which `Scripts/renew pictures` draws.
struct PicturesTests {
    @Test func `the pictures in the README are drawn from the stories of today`() throws {
        let readme = try Checkout.text("README.md")
        let paths = readme.matches(of: /\(Documentation\/Pictures\/([^)]+)\.svg\)/).map { String($0.output.1) }
        #expect(paths.count >= 2)
        for path in paths {
            let story = try #require(BrowseStories.book.story(path), "\(path) is no story")
            let drawn = BrowseStories.book.render(story, size: Size(columns: 84, rows: 18), theme: .dark, as: .svg)
            let kept = try Checkout.text("Documentation/Pictures/\(path).svg")
            let isCurrent = kept == (drawn.hasSuffix("\n") ? drawn : drawn + "\n")
            #expect(isCurrent, "\(path).svg is stale: run Scripts/renew pictures")
        }
    }
}
