import Testing

@testable import ContactsCLI

struct JSONArgumentsTests {
    @Test func `fields behind --json become an option of their own, up to a double dash`() {
        #expect(
            JSONArguments.prepared(["list", "--json=id,name", "ada", "--", "--json=x"])
                == ["list", "--json", "--fields=id,name", "ada", "--", "--json=x"]
        )
        #expect(JSONArguments.prepared(["search", "--json", "ada"]) == ["search", "--json", "ada"])
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
        (["--db", "x", "list", "-\"new york\""], ["--db", "x", "list", "NOT \"new york\""]),
    ])
    func `a term with a minus is a term`(arguments: [String], expected: [String]) {
        #expect(QueryArguments.prepared(arguments) == expected)
    }

    @Test(arguments: [
        ["list", "-v"], ["list", "-vq"], ["list", "-vv"], ["list", "--limit", "-10"], ["list", "--sort=last"],
        ["list", "--", "-berlin"], ["-vq", "list"], ["edit", "x", "-bogus"], ["export", "-o", "file"], ["list", "-"],
        ["-berlin", "list"], [],
    ])
    func `options and what is no term stay as they are`(arguments: [String]) {
        #expect(QueryArguments.prepared(arguments) == arguments)
    }
}
