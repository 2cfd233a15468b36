import Testing

@testable import ContactsCLI

struct JSONArgumentsTests {
    @Test func `fields behind --json become an option of their own, up to a double dash`() throws {
        #expect(
            try JSONArguments.prepared(["list", "--json=id,name", "ada", "--", "--json=x"])
                == ["list", "--json", "--fields=id,name", "ada", "--", "--json=x"]
        )
        #expect(try JSONArguments.prepared(["search", "--json", "ada"]) == ["search", "--json", "ada"])
    }

    @Test(arguments: [
        ["list", "--json"], ["list", "--json=id"], ["list", "--format", "json"], ["list", "--format=ndjson"],
    ])
    func `JSON is recognized`(arguments: [String]) {
        #expect(JSONArguments.wantJSON(arguments))
    }

    @Test(arguments: [
        ["list"], ["list", "--format", "tsv", "json"], ["search", "--", "--json"], ["list", "--format"],
    ])
    func `other forms are not taken for JSON`(arguments: [String]) {
        #expect(!JSONArguments.wantJSON(arguments))
    }
}

struct QueryArgumentsTests {
    @Test(arguments: [
        (["list", "-berlin"], ["list", "NOT berlin"]),
        (["search", "ada", "-city:berlin", "--limit", "5"], ["search", "ada", "NOT city:berlin", "--limit", "5"]),
        (["list", "-(a OR b)"], ["list", "NOT (a OR b)"]),
        (["list", "--favorite", "-von", "-0171"], ["list", "--favorite", "NOT von", "NOT 0171"]),
        (["emails", "-nat:de"], ["emails", "NOT nat:de"]), (["ls", "-nat:de"], ["ls", "NOT nat:de"]),
        (["phones", "-von"], ["phones", "NOT von"]), (["bdays", "-von"], ["bdays", "NOT von"]),
        (["--db", "search", "export", "-oslo:x"], ["--db", "search", "export", "NOT oslo:x"]),
        (["--db", "x", "list", "-\"new york\""], ["--db", "x", "list", "NOT \"new york\""]),
    ])
    func `a term with a minus is a term`(arguments: [String], expected: [String]) throws {
        #expect(try QueryArguments.prepared(arguments) == expected)
    }

    @Test(arguments: [
        (["export", "-o", "-foo.vcf"], ["export", "--output=-foo.vcf"]),
        (["list", "--db", "-x.sqlite"], ["list", "--db=-x.sqlite"]),
        (["list", "--sort", "-last"], ["list", "--sort=-last"]),
        (["edit", "x", "--note", "- item"], ["edit", "x", "--note=- item"]),
        (["edit", "x", "--birthday", "--12-10"], ["edit", "x", "--birthday=--12-10"]),
        (["list", "--limit", "-10", "-ada"], ["list", "--limit=-10", "NOT ada"]),
    ])
    func `a value with a minus stays the value of its option`(arguments: [String], expected: [String]) throws {
        #expect(try QueryArguments.prepared(arguments) == expected)
    }

    @Test(arguments: [
        ["list", "-n5"], ["list", "-help"], ["search", "-limit=5"], ["export", "-oall.vcf"], ["edit", "x", "-bogus"],
        ["group", "add", "-work", "1c41"], ["edit", "x", "-help"], ["remove", "-ada"],
    ])
    func `an argument with a minus that is no term is refused`(arguments: [String]) {
        let failure = #expect(throws: Failure.self) { try QueryArguments.prepared(arguments) }
        #expect(failure?.status == .usage)
    }

    @Test func `options that a command does not have are found, values of options are not`() {
        #expect(QueryArguments.unknownOptions(["search", "--acme", "--db", "--x", "--", "--y"]) == ["--acme", "--x"])
        #expect(QueryArguments.unknownOptions(["import", "f", "--json=value"]) == ["--json"])
        #expect(QueryArguments.unknownOptions(["list", "--json=name", "--help", "-o"]).isEmpty)
    }

    @Test(arguments: [
        ["list", "-v"], ["list", "-vq"], ["list", "-vv"], ["list", "--limit", "10"], ["list", "--sort=last"],
        ["list", "--", "-berlin"], ["-vq", "list"], ["export", "-o", "file"], ["list", "-"], ["remove", "x", "-yn"],
        [],
    ])
    func `options and what is no term stay as they are`(arguments: [String]) throws {
        #expect(try QueryArguments.prepared(arguments) == arguments)
    }
}
