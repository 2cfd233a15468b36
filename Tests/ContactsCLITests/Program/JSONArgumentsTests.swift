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
