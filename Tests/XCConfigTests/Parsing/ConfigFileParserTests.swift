import Testing
import XCConfigTesting

@testable import XCConfig

@Suite struct ConfigFileParserTests {
    @Test(arguments: [
        ("A = x", "x"), ("A=x", "x"), ("\u{0B}\t A \u{0C}= \t x y \u{0B}", "x y"), ("A = x // comment", "x"),
        ("A = x;", "x"), ("A = x ; // comment", "x"), ("A = x;;", "x;"), ("A = x; ;", "x;"), ("A = ;", ""), ("A =", ""),
        ("A = // comment", ""), ("A == b", "= b"), ("A = b = c", "b = c"), ("A = /* no comment */", "/* no comment */"),
        ("A = # text", "# text"), ("A = \u{A0}x\u{A0}", "\u{A0}x\u{A0}"), ("A = a\u{0}b", "a\u{0}b"),
        ("\u{FEFF}A = x", "x"), ("A = it's \"quoted\" text", "it's \"quoted\" text"),
        ("A = C:\\path\\x", "C:\\path\\x"),
    ])
    func `a value is between the operator and the end of the line`(line: String, expected: String) throws {
        let config = try Resolving.file(line)
        #expect(config.values["A"]?.string == expected)
        #expect(config.diagnostics == [])
    }

    @Test(arguments: [
        ("A = a \\\nb", "a b"), ("A = a\\\nb", "a b"), ("A = a \\   \nb", "a b"), ("A = a \\ // comment\nb", "a b"),
        ("A = a \\;\nb", "a b"), ("A = \\\nb", "b"), ("A = \\\n\\\nb", "b"), ("A = a \\\n\nB = c", "a"),
        ("A = a \\\n// comment\nB = c", "a"), ("A = a \\\nB = c", "a B = c"),
        ("A = a \\\n#include \"x\"", "a #include \"x\""), ("A = a \\", "a"), ("A = a \\\\\nb", "a \\ b"),
        ("A = a \\ b \\\nc", "a \\ b c"), ("A = a \\\r\nb", "a b"), ("A = x \\\n;", "x "),
    ])
    func `a backslash at the end of a line continues it`(text: String, expected: String) throws {
        #expect(try Resolving.string("A", in: text) == expected)
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"])
    func `each kind of line break ends a line, also before an indented one`(end: String) throws {
        let config = try Resolving.file("A = 1\(end)B = 2\(end)\(end)?\(end)C = 3")
        #expect(config.strings == ["A": "1", "B": "2", "C": "3"])
        #expect(config.findings == ["4:1 unexpected character '?'"])
        let indented = try Resolving.file("A = a\(end)    b")
        #expect(indented.strings == ["A": "a"])
        #expect(indented.findings == ["2:6 expected a '=', but found end of line"])
    }

    @Test(arguments: [
        ("1A = x", "1:1 unexpected character '1'"), ("é = x", "1:1 unexpected character 'é'"),
        ("\u{1}", "1:1 unexpected character '\\u{01}'"), ("/* text */", "1:1 unexpected character '/'"),
        ("A.B = x", "1:2 expected a '=', but found ."), ("A-B = x", "1:2 expected a '=', but found -"),
        ("A += x", "1:3 expected a '=', but found +"), ("A ?= x", "1:3 expected a '=', but found ?"),
        ("A := x", "1:3 expected a '=', but found :"), ("A", "1:2 expected a '=', but found end of line"),
        ("A // = x", "1:9 expected a '=', but found end of line"), ("A[sdk = x", "1:2 unterminated macro condition"),
        ("A[sdk", "1:2 unterminated macro condition on line 1"), ("A[sdk=x", "1:2 unterminated macro condition"),
        ("A[sdk] = x", "1:6 expected to find '=' in macro condition"),
        ("A[=x] = x", "1:3 expected a name before '=' in macro condition"),
        ("#", "1:2 unexpected end-of-line after '#'"), ("# // comment", "1:13 unexpected end-of-line after '#'"),
        ("#define X", "1:2 unsupported preprocessor directive 'define'"),
        ("# a comment", "1:3 unsupported preprocessor directive 'a'"),
        ("#include\"x\"", "1:2 unsupported preprocessor directive 'include\"x\"'"),
        ("#include x", "1:10 unexpected character 'x'"), ("#include <x>", "1:10 unexpected character '<'"),
        ("#include 'x'", "1:10 unexpected character '''"), ("#include", "1:9 unexpected character 'end of line'"),
        ("#include \"x", "1:10 unterminated file name"),
        ("#include \"x\" y", "1:14 unexpected character at end of line: 'y'"),
        ("#include \"x\";", "1:13 unexpected character at end of line: ';'"),
    ])
    func `an error skips only its own line`(line: String, expected: String) throws {
        let config = try Resolving.file(line + "\nLAST = still read")
        #expect(config.findings == [expected])
        #expect(config.strings == ["LAST": "still read"])
        #expect(config.diagnostics.allSatisfy { $0.severity == .error && !$0.hint.isEmpty })
    }

    @Test func `invalid UTF-8 is an error with its position, and the rest is read`() throws {
        var files = InMemoryConfigFileSystem([:])
        files.files["/a.xcconfig"] =
            Array("A = 1\nB = x".utf8) + [0xFF, 0xFE] + Array("\nC = ".utf8) + [0xC3] + Array("\n".utf8)
        let config = try ConfigResolver(fileSystem: files).resolve("/a.xcconfig")
        #expect(config.findings == ["2:6 invalid UTF-8: byte 0xFF", "3:5 invalid UTF-8: byte 0xC3"])
        #expect(config.strings == ["A": "1", "B": "x\u{FFFD}\u{FFFD}", "C": "\u{FFFD}"])
    }

    @Test func `blanks and comments can be around conditions`() throws {
        let conditions = ConditionValues(["sdk": "linux", "a b": "x, y"])
        let text = "A [sdk=linux] [a b=x, y] = both\nB[sdk=linux]// comment"
        let config = try Resolving.file(text, conditions: conditions)
        #expect(config["A"]?.string == "both")
        #expect(config.findings == ["2:23 expected a '=', but found end of line"])
    }

    @Test(arguments: [
        ("A = https://host/path", "https:", "1:11", "https:/$()/host"),
        ("A = see ftp://host", "see ftp:", "1:13", "ftp:/$()/host"),
        ("A = \"svn+ssh://host\"", "\"svn+ssh:", "1:14", "svn+ssh:/$()/host"),
    ])
    func `a comment in an address is a warning`(_ line: String, value: String, place: String, advice: String) throws {
        let config = try Resolving.file(line)
        #expect(config.values["A"]?.string == value)
        #expect(config.diagnostics.map(\.severity) == [.warning])
        #expect(config.findings.first?.hasPrefix(place + " '//' begins a comment") == true)
        #expect(config.diagnostics.first?.hint == "write \(advice)")
    }

    @Test func `quotation marks around a value give a warning, those in a list and other colons do not`() throws {
        #expect(try Resolving.file("A = note: // comment\nB = 12:// x\nC = ://").diagnostics == [])
        let config = try Resolving.file("A = \"Jane Doe\"\nB = 'x'\nC = \"a b\" \"c d\"\nD = \"\nE = a \"b\"")
        let wanted = ["1:5 the quotation marks are part of the value", "2:5 the quotation marks are part of the value"]
        #expect(config.findings == wanted)
        #expect(config.values["A"]?.string == "\"Jane Doe\"")
    }

    @Test func `a byte of a continued value has the position of its own line`() throws {
        let parsed = ConfigFileParser(Array("A = ab \\\n   cd\n".utf8), file: "f")
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
