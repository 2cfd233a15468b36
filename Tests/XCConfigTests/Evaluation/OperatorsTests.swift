import Testing

@testable import XCConfig

@Suite struct OperatorsTests {
    @Test(arguments: [
        ("$(U:default=x)", "x"), ("$(E:default=x)", "x"), ("$(P:default=x)", "/tmp/dir/file.c"),
        ("$(U:default=$(V:default=$(W)))", "w"), ("$(U:default=)", ""), ("$(U:suffix=.o)", ""),
        ("$(S:upper)", "SOME FILE.TXT"),
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
        ("$(P:isancestor=/tm)", "NO"), ("$(D:rfc1034identifier)", "-a-b-c"),
        ("$(P:upper)$(U:upper)", "/TMP/DIR/FILE.C"), ("$(W:unknown)", "w"), ("$(W:unknown=x:upper)", "W"),
        // Paths: the extension is after the last dot of the name, and only an absolute path loses its double dots.
        ("$(ROOT:dir)", "/"), ("$(ROOT:file)", "/"), ("$(ROOT:standardizepath)", "/"), ("$(ROOT:file=x)", "/x"),
        ("$(ROOT:dir=x)", "/"), ("$(ROOT:base=x)", "/x."), ("$(ROOT:suffix=x)", "/.x"),
        ("$(TAR:suffix)", ".gz"), ("$(TAR:base)", "b.tar"), ("$(TAR:suffix=o)", "b.tar.o"), ("$(HIDDEN:suffix)", ""),
        ("$(HIDDEN:base)", ".name"), ("$(HIDDEN:suffix=o)", ".name.o"), ("$(UP:suffix)", ""), ("$(UP:base)", ".."),
        ("$(FOLDER:suffix)", ""), ("$(FOLDER:base)", "c"), ("$(FOLDER:suffix=o)", "a.b/c.o"), ("$(DOT:suffix)", "."),
        ("$(DOT:base)", "a"), ("$(DOT:suffix=o)", "a.o"), ("$(P:dir=a/)", "a/file.c"), ("$(P:file=/b)", "/b"),
        ("$(ABSOLUTE:standardizepath)", "/b/c"), ("$(TOP:standardizepath)", "/a"), ("$(T:file)", "baz"),
        ("$(T:dir)", "foo/../bar/./"),
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
            ROOT = /
            TAR = b.tar.gz
            HIDDEN = .name
            UP = ..
            FOLDER = a.b/c
            DOT = a.
            ABSOLUTE = /a/../b/./c
            TOP = /../a
            RESULT = \(expression)
            """
        #expect(try Resolving.string("RESULT", in: text) == expected)
    }

    @Test(arguments: [
        ("U\u{308}TF-8", "\u{DC}TF_8"), ("a\u{AC00}", "a\u{AC00}"), ("\u{660}\u{660}", "_\u{660}"), ("1a", "_a"),
        ("a1", "a1"), ("a-b c", "a_b_c"), ("é", "é"), ("\u{0660}a", "_a"),
    ])
    func `an extended identifier keeps letters outside ASCII, and gets underscores`(text: String, name: String) throws {
        #expect(try Resolving.string("A", in: "A = $(B:c99extidentifier)\nB = \(text)") == name)
    }

    @Test(arguments: [("", "\"\""), ("a b", "a\\ b"), ("a\"'\\b", "a\\\"\\'\\\\b"), ("plain", "plain")])
    func `a quoted text is one element of a list`(text: String, quoted: String) throws {
        #expect(IdentifierText.quoted(text) == quoted)
        #expect(try Resolving.list("A", in: "A = \(quoted)") == [text])
    }
}
