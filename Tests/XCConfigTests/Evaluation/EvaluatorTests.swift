import Testing
import XCConfig

@Suite("References")
struct EvaluatorTests {
    @Test(
        "references resolve when they are read",
        arguments: [
            ("A = $(B)\nB = x", "x"),
            ("A = <$(B)$(C)>\nB = x", "<x>"),
            ("A = ${B}\nB = x", "x"),
            ("A = $[B]\nB = x", "x"),
            ("A = $B-y\nB = x", "x-y"),
            ("A = $B.y\nB = x", "$B.y"),
            ("A = [$()]", "[]"),
            ("A = https:/$()/host", "https://host"),
            ("A = $(B", ""),
            ("A = $(B\nB = x", "x"),
            ("A = $(B_$(C))\nB_c = x\nC = c", "x"),
            ("A = $($(B))\nB = C\nC = x", "x"),
            ("A = $($(E))\nE =", ""),
            ("A = $( B )\nB = x", ""),
            ("A = $X_$(Y)\nY = Y\nX_Y = x", "x"),
            ("A = $X_$(Y)\nY = Y", "$X_Y"),
            ("A = $U", "$U"),
            ("A = [$E]\nE =", "[]"),
            ("A = $$B\nB = x", "$B"),
            ("A = $$$B\nB = x", "$x"),
            ("A = a$ b$1 c$", "a$ b$1 c$"),
            ("A = $(B)\nB = \"a  b\" \\$", "\"a  b\" \\$"),
            ("A = $(inherited)", ""),
            ("A = x\nA = $(inherited) y", "x y"),
            ("A = x\nA = $(value) y", "x y"),
            ("A = x\nA = $(A) y", "x y"),
            ("A = x\nA = $inherited y", "x y"),
            ("A = x$(B)\nB = y$(A)", "xy"),
            ("B = y$(A)\nA = x$(B)", "xy"),
        ]
    )
    func string(_ text: String, expected: String) throws {
        #expect(try Resolving.string("A", in: text) == expected)
    }

    @Test("both keys of a ring end at the other one's older value")
    func ring() throws {
        let config = try Resolving.file("A = a\nB = b\nA = x$(B)\nB = y$(A)")
        #expect(config.strings == ["A": "xya", "B": "yxb"])
    }

    @Test("inheritance has every older value once per mention")
    func inheritance() throws {
        let text = """
            X = a
            X = ($(X))
            X = {$(value)}
            X = [$(X)]
            X = <$(inherited)>
            X = $(inherited),$(inherited)
            X = $(X)|$(value)|$(inherited)
            """
        #expect(
            try Resolving.string("X", in: text)
                == "<[{(a)}]>,<[{(a)}]>|<[{(a)}]>,<[{(a)}]>|<[{(a)}]>,<[{(a)}]>"
        )
    }

    @Test("two keys may inherit through each other")
    func interleavedInheritance() throws {
        let config = try Resolving.file(
            "X = a\nY = b\nX = ($(Y))\nY = {$(X)}\nX = [$(Y)]\nY = <$(X)>,<$(Y)>"
        )
        #expect(config.strings == ["X": "[<({a})>,<{(b)}>]", "Y": "<[{(b)}]>,<{[b]}>"])
    }

    @Test("a value that a ring changes is not kept for those outside of it")
    func ringIsNotRemembered() throws {
        let config = try Resolving.file("A = a$(X)\nX = x$(B)\nB = b$(A)\nC = $(X) $(B) $(A)")
        #expect(config.strings == ["A": "axb", "X": "xba", "B": "bax", "C": "xba bax axb"])
    }

    @Test(
        "operators change values",
        arguments: [
            ("$(U:default=x)", "x"), ("$(E:default=x)", "x"), ("$(P:default=x)", "/tmp/dir/file.c"),
            ("$(U:default=$(V:default=$(W)))", "w"), ("$(U:default=)", ""), ("$(S:upper)", "SOME FILE.TXT"),
            ("$(S:lower:upper:lower)", "some file.txt"), ("$(S:identifier)", "Some_File_txt"),
            ("$(S:rfc1034identifier)", "Some-File-txt"), ("$(D:identifier)", "_a_b_c"),
            ("$(D:c99extidentifier)", "_a_b_c"),
            ("$(P:dir)", "/tmp/dir/"), ("$(S:dir)", "./"), ("$(R:dir)", "/"), ("$(P:file)", "file.c"),
            ("$(P:base)", "file"), ("$(P:suffix)", ".c"), ("$(N:suffix)", ""), ("$(N:base)", "name"),
            ("$(P:dir:file)", "dir"), ("$(Q:standardizepath)", "/foo/bar"), ("$(T:standardizepath)", "foo/../bar/baz"),
            ("$(Y:not)", "NO"), ("$(Z:not)", "YES"), ("$(U:not)", ""), ("$(V4:truncatedversion)", "1.2.3"),
            ("$(V2:truncatedversion)", "1.2"), ("$(S:quote)", "Some\\ File.txt"),
            ("$(S:__md5)", "dbe0a16d7ca67552109ea594796afa29"), ("$(P:__stripslash)", "tmp/dir/file.c"),
            ("$(P:dir=ba ba)", "ba ba/file.c"), ("$(P:file=ba ba)", "/tmp/dir/ba ba"),
            ("$(P:base=ba ba)", "/tmp/dir/ba ba.c"), ("$(P:suffix=o)", "/tmp/dir/file.o"),
            ("$(P:suffix=.o)", "/tmp/dir/file.o"), ("$(P:suffix=$(W))", "/tmp/dir/file.w"),
            ("$(P:relativeto=/tmp/x/y)", "../../x/y"), ("$(P:relativeto=$(P))", "."),
            ("$(S:relativeto=/)", "Some File.txt"),
            ("$(P:isancestor=/tmp)", "YES"), ("$(P:isancestor=$(P))", "NO"), ("$(P:isancestor=tmp)", "NO"),
            ("$(P:upper)$(U:upper)", "/TMP/DIR/FILE.C"), ("$(W:unknown)", "w"), ("$(W:unknown=x:upper)", "W"),
            ("$(W:)", "w"), ("$(W:=x)", "w"), ("$(W:up per)", "w"), ("$(W:upper", "w"), ("$(:default=x)", "x"),
        ]
    )
    func operators(_ expression: String, expected: String) throws {
        let text = """
            E =
            P = /tmp/dir/file.c
            S = Some File.txt
            D = 1a b.c
            R = /file
            N = name
            Q = /$()/foo/./bar/
            T = foo/../bar/./baz/
            Y = YES
            Z = yes
            V4 = 1.2.3.4
            V2 = 1.2
            W = w
            RESULT = \(expression)
            """
        #expect(try Resolving.string("RESULT", in: text) == expected)
    }

    @Test("letters beyond ASCII stay in extended identifiers")
    func extendedIdentifiers() throws {
        let config = try Resolving.file(
            "A = $(B:c99extidentifier)\nB = U\u{308}TF-8\nC = $(D:c99extidentifier)\nD = a\u{AC00}\nE = $(F:c99extidentifier)\nF = \u{660}\u{660}"
        )
        #expect(config.strings["A"] == "\u{DC}TF_8")
        #expect(config.strings["C"] == "a\u{AC00}")
        #expect(config.strings["E"] == "_\u{660}")
    }

    @Test(
        "a list is made of words, quotations and references",
        arguments: [
            ("A =", []),
            ("A = a b\tc", ["a", "b", "c"]),
            ("A = \"a b\" 'c d'", ["a b", "c d"]),
            ("A = a\"b c\"d", ["ab cd"]),
            ("A = \"\" ''", ["", ""]),
            ("A = a\\ b \\\"", ["a b", "\""]),
            ("A = \"it's\" 'a\"b'", ["it's", "a\"b"]),
            ("A = \"open b", ["open b"]),
            ("A = $(B)\nB = x y", ["x", "y"]),
            ("A = $(B)$(B)\nB = x y", ["x", "yx", "y"]),
            ("A = \"$(B)\"\nB = x y", ["x y"]),
            ("A = $(E) $(E) $(B)$(B) $(E)\nB = x y z", ["x", "y", "zx", "y", "z"]),
            ("A = $(B:upper)\nB = x 'y z'", ["X", "Y Z"]),
            ("A = $(U:default=x)", ["x"]),
            ("A = x$(E)\nE =", ["x"]),
            ("A = $U z", ["$U", "z"]),
            ("A = a\nA = $(inherited) b", ["a", "b"]),
            ("A = $(B_$(C))\nB_cd = x y\nC = c d", []),
        ]
    )
    func list(_ text: String, expected: [String]) throws {
        #expect(try Resolving.list("A", in: text) == expected)
    }

    @Test(
        "only a text that begins with Y, T or a digit but zero is true",
        arguments: [
            ("YES", true), ("yes", true), ("true", true), ("T", true), ("1", true), ("9x", true), ("NO", false),
            ("0", false),
            ("on", false), ("", false), (" ", false), ("enabled", false),
        ]
    )
    func booleans(_ value: String, expected: Bool) throws {
        #expect(try Resolving.file("A = \(value)")["A"]?.bool == expected)
    }

    @Test(
        "what is doubtful in an expression is told with its place",
        arguments: [
            ("A = x ${B}\nB =", "1:7 references in '${' are out of date"),
            ("A = $[B]\nB =", "1:5 references in '$[' are out of date"),
            ("A = x $(B\nB =", "1:7 the reference is not closed"),
            ("A = $(B:upper\nB =", "1:5 the reference is not closed"),
            ("A = $(B:nope)\nB =", "1:9 unknown operator 'nope'; the value passes unchanged"),
            ("A = $(B:nope=x)\nB =", "1:9 unknown operator 'nope='; the value passes unchanged"),
            ("A = a $U b", "1:7 '$U' refers to a key that is not set and is kept as text"),
            ("A = a \\\n  b $(B\nB =", "2:5 the reference is not closed"),
        ]
    )
    func warnings(_ text: String, expected: String) throws {
        let config = try Resolving.file(text)
        #expect(config.findings == [expected])
        #expect(config.diagnostics.map(\.severity) == [.warning])
    }

    @Test("nothing is told about what is in order", arguments: ["A = $()", "A = $$ $ $1 $(U)", "A = $(U:default=x)"])
    func noWarnings(_ text: String) throws {
        #expect(try Resolving.file(text).diagnostics == [])
    }

    @Test("references that are nested too deep are an error, not a crash")
    func deepNesting() throws {
        let config = try Resolving.file("A = " + String(repeating: "$(", count: 200_000) + "x")
        #expect(
            config.diagnostics.contains { $0.severity == .error && $0.message.contains("nested more than 1000 deep") }
        )
    }
}
