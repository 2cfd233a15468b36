import Testing

@testable import XCConfig

@Suite struct ParsedConfigFileTests {
    @Test func `a byte of a continued value has the position of its own line`() throws {
        let parsed = ConfigFileParser.parse(Array("A = ab \\\n   cd\n".utf8), file: "f")
        guard case .assignment(let assignment)? = parsed.statements.first else {
            Issue.record("no assignment")
            return
        }
        #expect(String(decoding: assignment.value, as: UTF8.self) == "ab cd")
        #expect(assignment.position(ofOffset: 1) == SourcePosition(line: 1, column: 6))
        #expect(assignment.position(ofOffset: 3) == SourcePosition(line: 2, column: 4))
        #expect(assignment.position(ofOffset: 4) == SourcePosition(line: 2, column: 5))
    }

    @Test func `statements and diagnostics are in the order of the file`() {
        let parsed = ConfigFileParser.parse(Array("A = 1\n?\n#include \"b\"\n!\n".utf8), file: "f")
        let kinds = parsed.statements.map { if case .include = $0 { "include" } else { "assignment" } }
        #expect(kinds == ["assignment", "include"])
        #expect(parsed.diagnostics.map(\.position.line) == [2, 4])
    }
}
