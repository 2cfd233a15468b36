import TestWatch
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The build compiles the examples of the articles.
///
/// A comment in the line above a block says where it comes from: `<!-- Snippets/Counter.swift -->` is the part between
/// `snippet.show` and `snippet.hide` there, `<!-- Snippets/CounterScreen.swift provider -->` the one between `snippet.provider`
/// and `snippet.end`.
@Suite(.watched) struct DocumentationTests {
    /// A block of Swift code in an article.
    private struct Example {
        let article: String
        let line: Int
        let source: String?
        let text: String
    }

    /// A block of more lines than this must come from a snippet.
    private static let longestOfItsOwn = 5

    @Test("an example that says it comes from a snippet shows the snippet's text")
    func examplesAreCompiled() throws {
        let examples = try Self.examples()
        #expect(examples.contains { $0.source != nil })
        for example in examples {
            guard let source = example.source else { continue }
            let named = source.split(separator: " ")
            let slice = named.count > 1 ? (begin: named[1], end: "end") : (begin: "show", end: "hide")
            let snippet = try String(contentsOf: Self.root.appending(path: String(named[0])), encoding: .utf8)
            let shown = try #require(
                snippet.firstPart(after: "// snippet.\(slice.begin)\n", before: "// snippet.\(slice.end)")?
                    .withoutIndentation,
                "\(source) marks nothing to be shown"
            )
            #expect(
                example.text == shown,
                "\(example.article):\(example.line) does not show what \(source) says"
            )
        }
    }

    @Test("an example of more than five lines comes from a snippet")
    func longExamplesAreSnippets() throws {
        for example in try Self.examples() where example.source == nil {
            let length = example.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect(
                length <= Self.longestOfItsOwn,
                "\(example.article):\(example.line) has \(length) lines that nothing compiles"
            )
        }
    }

    @Test("each term in a table of a guide is compiled in its snippet")
    func termsAreCompiled() throws {
        let tables = try Self.articles().flatMap { Self.terms(in: $0.text, article: $0.name) }
        #expect(!tables.isEmpty)
        for (place, source, terms) in tables {
            let snippet = try String(contentsOf: Self.root.appending(path: source), encoding: .utf8).filter {
                !$0.isWhitespace
            }
            for term in terms {
                // “…” leaves something out.
                var rest = snippet[...]
                for part in term.filter({ !$0.isWhitespace }).split(separator: "…") {
                    guard let found = rest.firstRange(of: part) else {
                        Issue.record("\(place): “\(term)” is not in \(source)")
                        break
                    }
                    rest = rest[found.upperBound...]
                }
            }
        }
    }

    // MARK: Reading

    private static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    private static let libraries = [
        "Bloc", "BlocTesting", "BlocFiles", "BlocSwiftUI", "BlocLogging", "BlocMetrics", "BlocTracing",
    ]

    private static func articles() throws -> [(name: String, text: String)] {
        try libraries.map { "Sources/\($0)/\($0).docc" }.flatMap { catalog in
            let folder = root.appending(path: catalog)
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".md") }
                .sorted()
                .map { ("\(catalog)/\($0)", try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
        }
    }

    private static func examples() throws -> [Example] {
        try articles().flatMap { examples(in: $0.text, article: $0.name) }
    }

    /// The code in the last column of each table that has a comment `<!-- terms: Snippets/FromDart.swift -->` above it.
    private static func terms(in text: String, article: String) -> [(place: String, source: String, terms: [String])] {
        var tables: [(place: String, source: String, terms: [String])] = []
        var source: String?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let named = String(line).firstPart(after: "<!-- terms: ", before: " -->") {
                source = named
            } else if let named = source, line.hasPrefix("|") {
                // Two backticks are a link, which docc checks.
                let column = line.split(separator: " | ").last?.replacing("``", with: "\u{0}") ?? ""
                let spans = column.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                    .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
                tables.append(("\(article):\(index + 1)", named, spans))
            } else {
                source = nil
            }
        }
        return tables
    }

    private static func examples(in text: String, article: String) -> [Example] {
        var examples: [Example] = []
        var before = ""
        var block: (line: Int, source: String?, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let open = block {
                if line == "```" {
                    let text = open.lines.map { $0 + "\n" }.joined()
                    examples.append(Example(article: article, line: open.line, source: open.source, text: text))
                    block = nil
                } else {
                    block?.lines.append(line)
                }
            } else if line == "```swift" {
                block = (index + 1, before.firstPart(after: "<!-- ", before: " -->"), [])
            }
            before = String(line)
        }
        return examples
    }
}

extension String {
    /// The lines, moved left until one begins with no space.
    fileprivate var withoutIndentation: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let filled = lines.filter { line in line.contains { $0 != " " } }
        let indentation = filled.map { line in line.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { line in line.allSatisfy { $0 == " " } ? "" : line.dropFirst(indentation) }
            .joined(separator: "\n")
    }

    fileprivate func firstPart(after opening: String, before closing: String) -> String? {
        guard let start = firstRange(of: opening), let end = self[start.upperBound...].firstRange(of: closing) else {
            return nil
        }
        return String(self[start.upperBound..<end.lowerBound])
    }
}
