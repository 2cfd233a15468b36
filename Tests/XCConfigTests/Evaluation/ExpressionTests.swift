import Testing

@testable import XCConfig

@Suite struct ExpressionIssueTests {
    @Test func `the hint for an unknown operator names all that exist`() throws {
        let hint = try #require(Resolving.file("A = $(A:x)").diagnostics.first).hint
        for name in ["upper", "c99extidentifier", "truncatedversion", "default=", "isancestor=", "relativeto="] {
            #expect(hint.contains(name))
        }
        #expect(!hint.contains("__md5"))
    }
}
