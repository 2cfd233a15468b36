import Foundation
import TerminalUI
import Testing

@testable import ContactsCLI

struct BrowseStoriesTests {
    /// Those with Unicode are the snapshots.
    @Test func `every story is drawn at every width without Unicode`() {
        // Parts have tests of their own; one of them is empty on purpose, before the spinner comes.
        for story in BrowseStories.book.stories where !story.name.hasPrefix("parts/") {
            for size in [Size(columns: 20, rows: 5), Size(columns: 60, rows: 20), Size(columns: 120, rows: 40)] {
                let text = BrowseStories.book.render(story, size: size, glyphs: .ascii)
                #expect(text.contains { !$0.isWhitespace }, "\(story.name)")
                #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= size.rows + 1)
            }
        }
    }

    @Test func `names of stories are unique and have a view and a state`() {
        let names = BrowseStories.book.names
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { (2...3).contains($0.split(separator: "/").count) && !$0.contains(" ") })
        for view in ["list", "contact", "form", "birthdays", "duplicates", "history", "books", "settings", "log"] {
            for state in ["data", "loading", "empty", "error"] {
                #expect(names.contains("\(view)/\(state)"), "\(view)/\(state)")
            }
        }
    }

    @Test func `every view has a story`() throws {
        let files = try Checkout.sources(in: "Sources/ContactsCLI/Browse")
        let sources = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        let stories = try files.filter { $0.lastPathComponent.hasPrefix("BrowseStories") }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        // Parts of other views.
        let parts: Set<String> = ["QuestionView", "ContactDetailsView", "DetailLineView"]
        let views = sources.flatMap {
            $0.matches(of: /struct (\w+)(?:<[^{]*>)?: TerminalView/).map { String($0.output.1) }
        }
        #expect(views.count > 8)
        for view in views where !parts.contains(view) {
            #expect(stories.contains(view + "("), "\(view) has no story")
        }
    }
}
