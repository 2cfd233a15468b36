import Testing

@testable import XCConfig

@Suite struct OperatorsTests {
    @Test(arguments: [
        ("$(U:default=x)", "x"), ("$(E:default=x)", "x"), ("$(P:default=x)", "/tmp/dir/file.c"),
        ("$(U:default=$(V:default=$(W)))", "w"), ("$(U:default=)", ""), ("$(S:upper)", "SOME FILE.TXT"),
        ("$(S:lower:upper:lower)", "some file.txt"), ("$(S:identifier)", "Some_File_txt"),
        ("$(S:rfc1034identifier)", "Some-File-txt"), ("$(D:identifier)", "_a_b_c"), ("$(D:c99extidentifier)", "_a_b_c"),
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
    ])
    func `an operator changes the value`(expression: String, expected: String) throws {
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

    @Test func `only default applies to a key without a value`() {
        #expect(ReplacementOperator.default.appliesToNothing)
        #expect(!ReplacementOperator.suffix.appliesToNothing)
        #expect(ReplacementOperator.default.apply(to: "", operand: "x") == "x")
    }

    @Test(arguments: ["base=", "suffix=", "dir=", "file="])
    func `an operator of paths leaves the root a path`(name: String) throws {
        let replacement = try #require(ReplacementOperator(rawValue: String(name.dropLast())))
        #expect(replacement.apply(to: "/", operand: "x").hasPrefix("/") || name == "dir=")
    }
}
