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
        if kept != now {
            Issue.record(
                "\(name) looks different. When it is right, run Scripts/renew snapshots.\n\(Self.difference(kept, now))"
            )
        }
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

    /// The lines that went and came.
    private static func difference(_ old: String, _ new: String) -> String {
        let lines = [old, new].map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        return lines[1].difference(from: lines[0]).map { change in
            switch change {
            case .remove(let line, let text, _): "- \(line + 1): \(text)"
            case .insert(let line, let text, _): "+ \(line + 1): \(text)"
            }
        }
        .joined(separator: "\n")
    }
}
