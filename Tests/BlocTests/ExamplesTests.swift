import TestWatch
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The packages in `Examples` are small, and their documents are true.
@Suite(.watched) struct ExamplesTests {
    @Test("an example is small, says how small, and depends on the library alone", arguments: try examples())
    func isSmall(example: String) throws {
        let files = Dictionary(uniqueKeysWithValues: try Self.swiftFiles(of: example).map { ($0.name, $0.lines) })
        let lines = files.values.reduce(0, +)
        #expect((1..<300).contains(lines), "Examples/\(example) has \(lines) lines")
        let manifest = try Self.text(of: "\(example)/Package.swift")
        #expect(manifest.components(separatedBy: ".package(").count == 2)
        // Without a list of traits, the packages of the program would come with it.
        for part in [#"name: "swift-bloc""#, #"path: "../..""#, "traits: ["] { #expect(manifest.contains(part)) }
        #expect(files.keys.contains { $0.hasSuffix("Tests.swift") })

        let readme = try Self.text(of: "\(example)/README.md")
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

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples")

    private static func examples() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/Package.swift").path) }
            .sorted()
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    private static func swiftFiles(of example: String) throws -> [(name: String, lines: Int)] {
        let paths = ["", "/Sources/\(example)", "/Tests/\(example)Tests"].map { example + $0 }
        return try paths.flatMap { path in
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
                .filter { $0.hasSuffix(".swift") }
                .map { ($0, try text(of: "\(path)/\($0)").utf8.count { $0 == UInt8(ascii: "\n") }) }
        }
    }
}
