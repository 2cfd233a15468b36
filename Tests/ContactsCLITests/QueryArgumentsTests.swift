import Testing

@testable import ContactsCLI

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
