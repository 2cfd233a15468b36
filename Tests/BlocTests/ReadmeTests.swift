import TestWatch
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.watched) struct ReadmeTests {
    @Test("the README's example is the snippet that the build compiles")
    func exampleIsCompiled() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let snippet = try String(contentsOf: root.appending(path: "Snippets/Counter.swift"), encoding: .utf8)
        let shown = try #require(snippet.firstPart(after: "// snippet.show\n", before: "// snippet.hide"))
        let example = try #require(readme.firstPart(after: "```swift\n", before: "```"))
        #expect(example == shown)
    }
}

extension String {
    fileprivate func firstPart(after opening: String, before closing: String) -> String? {
        guard let start = firstRange(of: opening), let end = self[start.upperBound...].firstRange(of: closing) else {
            return nil
        }
        return String(self[start.upperBound..<end.lowerBound])
    }
}
