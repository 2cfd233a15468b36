import Foundation
import TerminalUI
import Testing

@testable import ContactsCLI

/// The pictures of all stories in text, one file each, at three sizes.
///
/// After a change of a view, `Scripts/renew snapshots` writes them again; look at the difference before you commit it.
struct SnapshotTests {
    private static let sizes = [Size(columns: 20, rows: 5), Size(columns: 60, rows: 16), Size(columns: 120, rows: 24)]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")

    /// The files are written instead of read.
    private static var isRenewal: Bool { ProcessInfo.processInfo.environment["RENEW_SNAPSHOTS"] == "1" }

    /// A story at all sizes, without the blanks at the ends of lines and pictures.
    private static func snapshot(of story: Story) -> String {
        sizes.map { size in
            let text = BrowseStories.book.render(story, size: size)
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                String(line.reversed().drop { $0 == " " }.reversed())
            }
            while lines.last?.isEmpty == true { lines.removeLast() }
            return "=== \(size.columns)×\(size.rows)\n" + lines.map { $0 + "\n" }.joined()
        }
        .joined()
    }

    private static func file(of name: String) -> URL { folder.appending(path: name + ".txt") }

    @Test(arguments: BrowseStories.book.stories.map(\.name))
    func `a story looks as it was looked at last`(_ name: String) throws {
        let story = try #require(BrowseStories.book.story(name))
        let (file, now) = (Self.file(of: name), Self.snapshot(of: story))
        if Self.isRenewal {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return try now.write(to: file, atomically: true, encoding: .utf8)
        }
        let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        guard kept != now else { return }
        let lines = LineDiff.lines(from: kept.components(separatedBy: "\n"), to: now.components(separatedBy: "\n"))
            .joined(separator: "\n")
        Issue.record("\(name) looks different. When it is right, run Scripts/renew snapshots.\n\(lines)")
    }

    @Test func `no snapshot is left of a story that is gone`() throws {
        let names = Set(BrowseStories.book.names)
        let files = FileManager.default.enumerator(atPath: Self.folder.path)?.allObjects as? [String] ?? []
        for file in files where file.hasSuffix(".txt") {
            let name = String(file.dropLast(4))
            if names.contains(name) { continue }
            if Self.isRenewal {
                try FileManager.default.removeItem(at: Self.file(of: name))
            } else {
                Issue.record("There is no story \(name) any more. Run Scripts/renew snapshots.")
            }
        }
    }
}

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

    /// A raw color or an escape sequence in a view would be the same in every theme.
    @Test func `each view has a story, and names semantic colors alone`() throws {
        let raw = try Regex(
            #"TerminalColor|\bRGB\b|\bPaint\b|\.rgb\(|\.indexed\(|\\u\{1B\}|\\e\[|0x[0-9A-Fa-f]{6}\b|#[0-9A-Fa-f]{6}\b"#
        )
        let files = try ["ContactsCLI/Browse", "TerminalUI/Views", "TerminalUI/QR"]
            .flatMap { try Checkout.sources(in: "Sources/\($0)") }
        let stories = try files.filter { $0.lastPathComponent.hasPrefix("BrowseStories") }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        var shown = Set(Storybook.parts.map { String("\(type(of: $0.view))".prefix { $0 != "<" }) })
        // Parts of other views.
        shown.formUnion(["QuestionView", "ContactDetailsView", "DetailLineView"])
        var views = 0
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(try raw.firstMatch(in: text) == nil, "\(file.lastPathComponent)")
            for view in text.matches(of: /struct (\w+)(?:<[^{]*>)?: TerminalView/).map(\.output.1) {
                #expect(shown.contains(String(view)) || stories.contains(view + "("), "\(view) has no story")
                views += 1
            }
        }
        #expect(views > 20)
    }
}

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

@Suite(.timeLimit(.minutes(20))) struct StorybookCommandTests {
    @Test func `stories are listed and rendered without a terminal`() async throws {
        let contacts = try Binary()
        let list = try await contacts.succeed("storybook", "--list")
        #expect(list.output.split(separator: "\n").map(String.init) == BrowseStories.book.names)
        let text = try await contacts.run([
            "storybook", "list/empty", "--width", "60", "--theme", "dark", "--format", "text",
        ])
        #expect(text.status == 0)
        #expect(text.output.contains("No contacts."))
        #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 60 })
        #expect(try await contacts.run("storybook", "contact/data", "--format", "svg").output.hasPrefix("<svg"))
        try await contacts.fail(64, "storybook", "list/emty", saying: "Did you mean “list/empty”?")
    }
}
