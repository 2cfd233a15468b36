import BlocInspector
import Foundation
import Testing

@testable import ContactsCLI

@Suite struct RecordingTests {
    private static let good = #"{"sequence":1,"cause":null,"bloc":"a","event":"x","state":1}"#

    private func recording(_ lines: String...) throws -> Recording {
        try Recording(Data(lines.joined(separator: "\n").utf8), of: "run.jsonl")
    }

    @Test(arguments: [
        "hello",
        "[]",
        #"{"sequence":2,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":2,"cause":null,"bloc":"a","event":"x"}"#,
        #"{"sequence":"2","cause":null,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":1,"cause":null,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":2,"cause":2,"bloc":"a","event":"x","state":1}"#,
        "\u{0}\u{0}",
        #"{"sequence":18446744073709551615,"cause":null,"bloc":"a","event":"x","state":1}"#,
        #"{"sequence":2,"cause":null,"bloc":"a","event":"x","state":"# + String(repeating: "[", count: 100_000),
    ])
    func `what is no recording is refused with the line at fault`(line: String) throws {
        let failure = #expect(throws: Failure.self) { try recording(Self.good, line) }
        #expect(failure?.status == .badData)
        #expect(failure?.message.contains("line 2") == true)
    }

    @Test func `a gap in the numbers begins a run`() throws {
        let lines = [1, 2, 4, 5, 7].map {
            RecordingLine(sequence: $0, cause: nil, bloc: "a", event: .null, state: .null)
        }
        #expect(Recording(lines: lines).runs.map { $0.map(\.sequence) } == [[1, 2], [4, 5], [7]])
        #expect(Recording(lines: []).runs.isEmpty)
    }

    @Test func `blocs are named in the order of their first line`() throws {
        let read = try recording(
            #"{"sequence":1,"cause":null,"bloc":"b","event":"x","state":1}"#,
            #"{"sequence":2,"cause":1,"bloc":"a","event":"x","state":1}"#,
            #"{"sequence":3,"cause":1,"bloc":"b","event":"x","state":1}"#
        )
        #expect(read.blocs == ["b", "a"])
        #expect(read.lines[1].cause == 1)
    }
}
