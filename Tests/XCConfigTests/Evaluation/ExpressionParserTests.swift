import Testing

@testable import XCConfig

@Suite struct ExpressionParserTests {
    @Test(
        arguments: [
            ("A = x ${B}\nB =", "1:7 references with '${' are deprecated"),
            ("A = $[B]\nB =", "1:5 references with '$[' are deprecated"),
            ("A = x $(B\nB =", "1:7 the reference is not closed"),
            ("A = $(B:upper\nB =", "1:5 the reference is not closed"),
            ("A = $(B:nope)\nB =", "1:9 unknown operator 'nope'; the value is not changed"),
            ("A = $(B:nope=x)\nB =", "1:9 unknown operator 'nope='; the value is not changed"),
            ("A = a $U b", "1:7 '$U' refers to a key that is not set and is kept as text"),
            ("A = a \\\n  b $(B\nB =", "2:5 the reference is not closed"),
        ]
    )
    func `a doubtful expression gives a warning with its position`(text: String, expected: String) throws {
        let config = try Resolving.file(text)
        #expect(config.findings == [expected])
        #expect(config.diagnostics.map(\.severity) == [.warning])
    }

    @Test(arguments: ["A = $()", "A = $$ $ $1 $(U)", "A = $(U:default=x)"])
    func `a valid expression gives no warning`(text: String) throws {
        #expect(try Resolving.file(text).diagnostics == [])
    }

    @Test func `references nested too deep are an error, not a crash`() throws {
        let config = try Resolving.file("A = " + String(repeating: "$(", count: 200_000) + "x")
        #expect(
            config.diagnostics.contains { $0.severity == .error && $0.message.contains("nested more than 1000 deep") }
        )
    }

    private func steps(_ value: String) -> (names: [String], isLiteral: Bool) {
        let conditions = ConditionValues()
        var parser = ExpressionParser(table: AssignmentTable(conditions: conditions))
        let bytes = Array(value.utf8)
        let expression = parser.parse(bytes[...]).expression
        func text(_ range: Range<Int>) -> String { String(decoding: parser.source[range], as: UTF8.self) }
        func name(_ step: Expression.Step) -> String {
            switch step {
            case .literal(let range): "literal \(text(range))"
            case .stringOnly(let range): "string \(text(range))"
            case .separator: "separator"
            case .reference(let reference): "reference \(text(reference.name))"
            case .computedReference(let reference): "computed \(text(reference.name))"
            case .begin: "begin"
            case .merge: "merge"
            case .discard: "discard"
            case .retrieve(let retrieval): "retrieve \(retrieval.rawValue)"
            case .replace(let replacement): "replace \(replacement.rawValue)"
            }
        }
        return (parser.steps[expression.steps].map(name), expression.isLiteral)
    }

    @Test func `words are literals, and quotation marks are of the string only`() {
        let steps = steps("a 'b c'")
        #expect(steps.names == ["literal a", "separator", "string '", "literal b c", "string '"])
        #expect(steps.isLiteral)
    }

    @Test func `a reference with a literal name needs no text on the stack`() {
        #expect(steps("$(A)x").names == ["reference A", "literal x"])
        #expect(!steps("$(A)").isLiteral)
    }

    @Test func `a computed name is built before it is looked up`() {
        #expect(
            steps("$(A_$(B))").names
                == ["begin", "begin", "literal A_", "reference B", "computed A_$(B)", "merge"]
        )
    }

    @Test func `operators follow the reference, an operand has a text of its own`() {
        #expect(
            steps("$(A:upper:default=x)").names
                == ["begin", "reference A", "retrieve upper", "begin", "literal x", "replace default", "merge"]
        )
    }

    @Test func `an operand of an unknown operator is discarded`() {
        #expect(steps("$(A:none=x)").names == ["begin", "reference A", "begin", "literal x", "discard", "merge"])
    }
}
