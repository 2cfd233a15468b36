import Testing
import XCConfig

@Suite struct ExpressionParserTests {
    @Test(arguments: [
        ("A = x ${B}\nB =", "1:7 references with '${' are deprecated"),
        ("A = $[B]\nB =", "1:5 references with '$[' are deprecated"),
        ("A = x $(B\nB =", "1:7 the reference is not closed"),
        ("A = $(B:upper\nB =", "1:5 the reference is not closed"),
        ("A = $(B:nope)\nB =", "1:9 unknown operator 'nope'; the value is not changed"),
        ("A = $(B:nope=x)\nB =", "1:9 unknown operator 'nope='; the value is not changed"),
        ("A = a $U b", "1:7 '$U' refers to a key that is not set and is kept as text"),
        ("A = a \\\n  b $(B\nB =", "2:5 the reference is not closed"),
    ])
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
        let config = try Resolving.file("A = " + String(repeating: "$(", count: 20_000) + "x")
        #expect(
            config.diagnostics.contains { $0.severity == .error && $0.message.contains("nested more than 1000 deep") }
        )
    }

    @Test func `the hint for an unknown operator names all that exist`() throws {
        let hint = try #require(Resolving.file("A = $(A:x)").diagnostics.first).hint
        for name in ["upper", "c99extidentifier", "truncatedversion", "default=", "isancestor=", "relativeto="] {
            #expect(hint.contains(name))
        }
        #expect(!hint.contains("__md5"))
    }
}
