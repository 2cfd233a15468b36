import Testing

@Suite(.timeLimit(.minutes(20)))
struct UsageTests {
    @Test(arguments: [
        // What is missing or empty.
        ["show"], ["show", " "], ["edit"], ["edit", "x"], ["edit", "", "--phone", "1"],
        ["remove"], ["remove", ""], ["remove", "x", " ", "--yes"], ["favorite"], ["favorite", ""],
        ["group"], ["group", "add", "x"], ["group", "add", " ", "1c"], ["group", "remove", "x"],
        ["group", "rename", "x"], ["group", "rename", "x", ""],
        // What does not exist.
        ["lst"], ["group", "bogus"], ["list", "--bogus"], ["list", "--sort", "age"], ["list", "--format", "xml"],
        ["history", "--format", "xml"], ["list", "citty:x"],
        // What is out of range, or cannot be read.
        ["list", "--limit", "0"], ["list", "--limit", "x"], ["history", "--limit", "0"], ["list", "--nat", "1"],
        ["list", "--birthday-within", "-1"], ["list", "--birthday-within", "400"], ["list", "--updated-since", "soon"],
        ["list", "name:\"x"], ["list", "OR"],
        // What contradicts itself.
        ["list", "--offline", "--refresh"],
    ])
    func `a command line that cannot be understood is told and ends with 64`(arguments: [String]) async throws {
        let result = try await Binary().start(arguments).result
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        // A family of commands alone prints its help.
        #expect(result.messages.hasPrefix("contacts: ") || arguments == ["group"], "\(result.messages)")
    }
}
