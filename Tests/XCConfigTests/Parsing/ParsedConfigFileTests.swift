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
}
