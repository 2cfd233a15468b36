import BlocInspector
import Foundation
import Testing
import XCConfigTesting

@testable import ContactsCLI
@testable import Exchange
@testable import Repository
@testable import XCConfig

/// A reader of foreign bytes that libFuzzer is let loose on; `Scripts/fuzz` builds it, and the tests run its corpus.
enum FuzzTarget: String, CaseIterable, Sendable {
    case vcard
    case csv
    case json
    case jcard
    case query
    case xcconfig
    case api
    case recording

    /// Reads the bytes as foreign programs would hand them over: whatever they are, nothing crashes or hangs.
    func read(_ bytes: [UInt8]) {
        switch self {
        case .vcard: Self.importing(bytes, as: .vcard)
        case .csv: Self.importing(bytes, as: .csv)
        case .json: Self.importing(bytes, as: .json)
        case .jcard: Self.importing(bytes, as: .jcard)
        case .query: _ = try? ContactQueryParser.parse(String(decoding: bytes, as: UTF8.self))
        case .xcconfig: Self.resolving(bytes)
        case .api: _ = try? RandomUserContent(bytes)
        case .recording:
            if let recording = try? Recording(Data(bytes), of: "recording") {
                precondition(recording.runs.joined().count == recording.lines.count)
            }
        }
    }

    /// Reads a file that comes in two parts, and writes what was in it.
    private static func importing(_ bytes: [UInt8], as format: ExchangeFormat) {
        var parser = format.parser()
        let middle = bytes.count / 2
        parser.append(Array(bytes[..<middle]))
        while let parsed = parser.next() { check(parsed) }
        parser.append(Array(bytes[middle...]))
        while let parsed = parser.next() { check(parsed) }
        parser.finish()
        while let parsed = parser.next() { check(parsed) }
    }

    private static func check(_ parsed: ParsedContact) {
        switch parsed {
        case .contact(let contact):
            let screen = Screen(isTerminal: false, columns: 80)
            for format in [ListFormat.vcard, .jcard, .json, .tsv] {
                var writer = format.writer(for: screen)
                _ = writer.page([contact]) + writer.end()
            }
        case .problem(let line, let reason), .fault(let line, let reason):
            precondition(line >= 1 && !reason.isEmpty)
        case .notice(let line, let text): precondition(line >= 0 && !text.isEmpty)
        }
    }

    /// Resolves a file; the byte 0xFD begins a second one, which the first can include as “b”.
    private static func resolving(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0xFD, maxSplits: 1, omittingEmptySubsequences: false)
        var files = InMemoryConfigFileSystem([:])
        files.files["/a.xcconfig"] = Array(parts[0])
        files.files["/b.xcconfig"] = parts.count > 1 ? Array(parts[1]) : []
        var resolver = ConfigResolver(fileSystem: files)
        resolver.conditions = ConditionValues(["sdk": "linux", "config": "DEV"])
        resolver.developerFolder = "/"
        resolver.limits.fileCount = 20
        resolver.budget = ExpansionBudget(valueBytes: 1 << 14, totalBytes: 1 << 18, steps: 10_000, stepsPerByte: 0)
        guard let config = try? resolver.resolve("/a.xcconfig") else { preconditionFailure("the file was not read") }
        for diagnostic in config.diagnostics {
            precondition(diagnostic.position.line >= 1 && diagnostic.position.column >= 1, "\(diagnostic)")
            precondition(!diagnostic.message.isEmpty && !diagnostic.hint.isEmpty, "\(diagnostic)")
        }
    }
}

struct FuzzTargetTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzzing/Corpus")

    private func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
        let folder = Self.folder.appending(path: target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.map { Array(try Data(contentsOf: folder.appending(path: $0))) }
    }

    @Test(.timeLimit(.minutes(10)), arguments: FuzzTarget.allCases)
    func `the corpus is read without a crash, whole, cut and damaged`(target: FuzzTarget) throws {
        let files = try corpus(of: target)
        #expect(files.count >= 3)
        for bytes in files {
            target.read(bytes)
            // Cut at a few places, and with some bytes replaced by characters that begin or end something.
            for step in 1..<8 { target.read(Array(bytes.prefix(bytes.count * step / 8))) }
            for (number, byte) in Array("\"\\,;:[]{}()\n\r\0=$<".utf8).enumerated() where !bytes.isEmpty {
                var damaged = bytes
                damaged[(number * 37 + 11) % damaged.count] = byte
                target.read(damaged)
            }
        }
    }
}
