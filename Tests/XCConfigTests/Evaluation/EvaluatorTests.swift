import Testing

@testable import XCConfig

@Suite struct EvaluatorTests {
    @Test(arguments: [
        ("A = $(B)\nB = x", "x"), ("A = <$(B)$(C)>\nB = x", "<x>"), ("A = ${B}\nB = x", "x"), ("A = $[B]\nB = x", "x"),
        ("A = $B-y\nB = x", "x-y"), ("A = $B.y\nB = x", "$B.y"), ("A = [$()]", "[]"),
        ("A = https:/$()/host", "https://host"), ("A = $(B", ""), ("A = $(B\nB = x", "x"),
        ("A = $(B_$(C))\nB_c = x\nC = c", "x"), ("A = $($(B))\nB = C\nC = x", "x"), ("A = $($(E))\nE =", ""),
        ("A = $( B )\nB = x", ""), ("A = $X_$(Y)\nY = Y\nX_Y = x", "x"), ("A = $X_$(Y)\nY = Y", "$X_Y"),
        ("A = $U", "$U"), ("A = [$E]\nE =", "[]"), ("A = $$B\nB = x", "$B"), ("A = $$$B\nB = x", "$x"),
        ("A = a$ b$1 c$", "a$ b$1 c$"), ("A = $(B)\nB = \"a  b\" \\$", "\"a  b\" \\$"), ("A = $(inherited)", ""),
        ("A = x\nA = $(inherited) y", "x y"), ("A = x\nA = $(value) y", "x y"), ("A = x\nA = $(A) y", "x y"),
        ("A = x\nA = $inherited y", "x y"), ("A = x$(B)\nB = y$(A)", "xy"), ("B = y$(A)\nA = x$(B)", "xy"),
        ("A = a\nB = b\nA = x$(B)\nB = y$(A)", "xya"), ("B = a\nA = b\nB = x$(A)\nA = y$(B)", "yxb"),
    ])
    func `references are resolved lazily`(text: String, expected: String) throws {
        #expect(try Resolving.string("A", in: text) == expected)
    }

    @Test func `each reference to the own key gives the older value`() throws {
        let text = """
            X = a
            X = ($(X))
            X = {$(value)}
            X = [$(X)]
            X = <$(inherited)>
            X = $(inherited),$(inherited)
            X = $(X)|$(value)|$(inherited)
            """
        #expect(try Resolving.string("X", in: text) == "<[{(a)}]>,<[{(a)}]>|<[{(a)}]>,<[{(a)}]>|<[{(a)}]>,<[{(a)}]>")
    }

    @Test(arguments: [
        ("A =", []), ("A = a b\tc", ["a", "b", "c"]), ("A = \"a b\" 'c d'", ["a b", "c d"]),
        ("A = a\"b c\"d", ["ab cd"]), ("A = \"\" ''", ["", ""]), ("A = a\\ b \\\"", ["a b", "\""]),
        ("A = \"it's\" 'a\"b'", ["it's", "a\"b"]), ("A = \"open b", ["open b"]), ("A = $(B)\nB = x y", ["x", "y"]),
        ("A = $(B)$(B)\nB = x y", ["x", "yx", "y"]), ("A = \"$(B)\"\nB = x y", ["x y"]),
        ("A = $(E) $(E) $(B)$(B) $(E)\nB = x y z", ["x", "y", "zx", "y", "z"]),
        ("A = $(B:upper)\nB = x 'y z'", ["X", "Y Z"]), ("A = $(U:default=x)", ["x"]), ("A = x$(E)\nE =", ["x"]),
        ("A = $U z", ["$U", "z"]), ("A = a\nA = $(inherited) b", ["a", "b"]),
        ("A = $(B_$(C))\nB_cd = x y\nC = c d", []),
    ])
    func `a list consists of words, quotations and references`(text: String, expected: [String]) throws {
        #expect(try Resolving.list("A", in: text) == expected)
    }

    @Test func `a second assignment gives a warning unless it uses the first or has conditions`() throws {
        let config = try Resolving.file(
            """
            A = 1
            A = 2
            B = 1
            B = $(inherited) 2
            C = 1
            C = $(C) 2
            D = 1
            D[sdk=*] = 2
            E = 1
            E = ${inherited:upper}
            F = 1
            F = $(FF)
            """
        )
        let wanted = [
            "2:1 'A' was already assigned in line 1; that value is lost",
            "12:1 'F' was already assigned in line 11; that value is lost",
        ]
        #expect(config.findings.filter { $0.contains("assigned") } == wanted)
        #expect(config["A"]?.string == "2")
    }
}
