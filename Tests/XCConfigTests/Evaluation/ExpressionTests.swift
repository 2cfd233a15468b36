import Testing

@testable import XCConfig

@Suite struct ExpressionIssueTests {
    private static let kinds: [ExpressionIssue.Kind] = [
        .deprecatedBrackets("${"), .unterminated, .unknownOperator("x"), .missingOperatorName,
        .invalidOperatorCharacter,
        .nestedTooDeep,
    ]

    @Test func `only too deep a nesting is an error`() {
        let severities = Self.kinds.map { ExpressionIssue(kind: $0, offset: 0).severity }
        #expect(severities == [.warning, .warning, .warning, .warning, .warning, .error])
    }

    @Test func `the hint for an unknown operator names all that exist`() {
        let hint = ExpressionIssue(kind: .unknownOperator("x"), offset: 0).hint
        for name in ["upper", "c99extidentifier", "truncatedversion", "default=", "isancestor=", "relativeto="] {
            #expect(hint.contains(name))
        }
        #expect(!hint.contains("__md5"))
    }

    @Test func `each message and hint is one line`() {
        for kind in Self.kinds {
            let issue = ExpressionIssue(kind: kind, offset: 0)
            #expect(!issue.message.isEmpty && !issue.message.contains("\n"))
            #expect(!issue.hint.isEmpty && !issue.hint.contains("\n"))
        }
    }
}
