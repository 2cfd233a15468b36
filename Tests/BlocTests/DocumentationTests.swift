import Foundation
import TestWatch
import Testing

/// The build compiles the examples of the README and of the articles; the packages in `Examples` are small, and their
/// documents are true.
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

    @Test("an example of more than five lines comes from a snippet, and shows its text")
    func examplesAreCompiled() throws {
        let examples = try Self.examples()
        #expect(examples.contains { $0.source != nil })
        for example in examples {
            guard let source = example.source else {
                let length = example.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
                #expect(length <= 5, "\(example.article):\(example.line) has \(length) lines that nothing compiles")
                continue
            }
            let named = source.split(separator: " ")
            let slice = named.count > 1 ? (begin: named[1], end: "end") : (begin: "show", end: "hide")
            let snippet = try Self.text(of: String(named[0]))
            let shown = try #require(
                snippet.firstPart(after: "// snippet.\(slice.begin)\n", before: "// snippet.\(slice.end)")?
                    .withoutIndentation,
                "\(source) marks nothing to be shown"
            )
            #expect(example.text == shown, "\(example.article):\(example.line) does not show what \(source) says")
        }
    }

    @Test("each line of a short example, and of one in a comment of the runtime, is compiled")
    func shortExamplesAreCompiled() throws {
        let compiled = try Self.text(of: "Tests/CompilerMessages/Right/Comments.swift").withoutSpaces
        let short = try Self.examples().filter {
            $0.source == nil
                && ["README.md", "Sources/Bloc/", "Sources/BlocKit/"].contains(where: $0.article.hasPrefix)
        }
        let comments = try Self.commentExamples()
        #expect(!short.isEmpty && !comments.isEmpty)
        for example in short + comments {
            for line in example.text.split(separator: "\n") where !line.hasPrefix(".package(") {
                let code = (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line).withoutSpaces
                if !compiled.contains(inOrder: code.replacing("...", with: "…")) {
                    Issue.record("\(example.article):\(example.line): nothing compiles “\(line)”")
                }
            }
        }
    }

    @Test("each term in a table of a guide is compiled in its snippet")
    func termsAreCompiled() throws {
        let tables = try Self.articles().flatMap { Self.terms(in: $0.text, article: $0.name) }
        #expect(!tables.isEmpty)
        for (place, source, terms) in tables {
            let snippet = try Self.text(of: source).withoutSpaces
            for term in terms where !snippet.contains(inOrder: term.withoutSpaces) {
                Issue.record("\(place): “\(term)” is not in \(source)")
            }
        }
    }

    // MARK: Packages

    @Test("an example is small, says how small, and depends on the library alone", arguments: try exampleNames())
    func isSmall(example: String) throws {
        let files = Dictionary(
            uniqueKeysWithValues: try Self.swiftFiles(ofExample: example).map { ($0.name, $0.lines) }
        )
        let lines = files.values.reduce(0, +)
        #expect((1..<300).contains(lines), "Examples/\(example) has \(lines) lines")
        let manifest = try Self.text(of: "Examples/\(example)/Package.swift")
        #expect(manifest.components(separatedBy: ".package(").count == 2)
        // Without a list of traits, the packages of the program would come with it.
        for part in [#"name: "swift-bloc""#, #"path: "../..""#, "traits: ["] { #expect(manifest.contains(part)) }
        #expect(files.keys.contains { $0.hasSuffix("Tests.swift") })

        let readme = try Self.text(of: "Examples/\(example)/README.md")
        let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| lines |") })
        let cells = row.split(separator: "|")
        let here = try #require(cells.count == 3 ? cells.last : nil, "the row has two columns: the original and here")
        var sum = 0
        for part in here.split(separator: ":", maxSplits: 1).last?.split(separator: ",") ?? [] {
            let words = part.split(separator: " ")
            let name = try #require(words.first).filter { $0 != "`" }
            let lines = try #require(words.last.flatMap { Int($0) })
            #expect(files[String(name)] == lines, "\(name)")
            sum += lines
        }
        #expect(here.hasPrefix(" \(sum): "), "the files of this row have \(sum) lines")
    }

    // MARK: Reading

    private static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    private static let libraries = [
        "Bloc", "BlocKit", "BlocTesting", "BlocFiles", "BlocSwiftUI", "BlocLogging", "BlocMetrics", "BlocTracing",
    ]

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
    }

    /// The packages in `Examples`.
    private static func exampleNames() throws -> [String] {
        try files(in: "Examples").filter {
            FileManager.default.fileExists(atPath: root.appending(path: "Examples/\($0)/Package.swift").path)
        }
    }

    private static func swiftFiles(ofExample example: String) throws -> [(name: String, lines: Int)] {
        try ["", "/Sources/\(example)", "/Tests/\(example)Tests"].flatMap { folder in
            try files(in: "Examples/\(example)\(folder)").filter { $0.hasSuffix(".swift") }.map { name in
                let content = try text(of: "Examples/\(example)\(folder)/\(name)")
                return (name, content.utf8.count { $0 == UInt8(ascii: "\n") })
            }
        }
    }

    /// The README, and the articles of all catalogs.
    private static func articles() throws -> [(name: String, text: String)] {
        let names = try libraries.map { "Sources/\($0)/\($0).docc" }.flatMap { catalog in
            try files(in: catalog).filter { $0.hasSuffix(".md") }.map { "\(catalog)/\($0)" }
        }
        return try (["README.md"] + names).map { name in
            (name, try text(of: name))
        }
    }

    /// The examples in the comments of the runtime and of BlocKit.
    private static func commentExamples() throws -> [Example] {
        let paths = try ["Sources/Bloc", "Sources/BlocKit"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
                .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
        }
        return try paths.flatMap { path in
            let lines = try text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
            let comments = lines.map { line in
                let text = line.drop { $0 == " " }
                return text.hasPrefix("///") ? text.dropFirst(3).drop { $0 == " " } : ""
            }
            return examples(in: comments.joined(separator: "\n"), article: path)
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

    /// Whether its parts between “…”, which leaves something out, are here in this order.
    fileprivate func contains(inOrder text: String) -> Bool {
        var rest = self[...]
        for part in text.split(separator: "…") {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    fileprivate func firstPart(after opening: String, before closing: String) -> String? {
        guard let start = firstRange(of: opening), let end = self[start.upperBound...].firstRange(of: closing) else {
            return nil
        }
        return String(self[start.upperBound..<end.lowerBound])
    }
}

extension StringProtocol {
    fileprivate var withoutSpaces: String { String(filter { !$0.isWhitespace }) }
}
