import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct ShortHelpTests {
    @Test func `the short help begins with examples and is short`() async throws {
        let short = try await Binary().run("list", "-h")
        let long = try await Binary().run("list", "--help")
        #expect(short.status == 0)
        #expect(short.messages.isEmpty)
        #expect(short.lines.count < 15)
        #expect(short.lines[0] == "Print the contacts.")
        let examples = short.lines.drop { $0 != "EXAMPLES" }.dropFirst().prefix { $0.hasPrefix("  ") }
        #expect((2...4).contains(examples.count))
        #expect(long.lines.contains(try #require(examples.first)))
        #expect(long.lines.contains { $0.hasPrefix("OPTIONS:") })
        #expect(!short.lines.contains { $0.hasPrefix("OPTIONS:") })
    }

    @Test func `the short help of a family names its commands`() async throws {
        let lines = try await Binary().run("config", "-h").lines
        #expect(lines.contains("SUBCOMMANDS:"))
        #expect(lines.contains { $0.hasPrefix("  resolve ") })
    }

    @Test(arguments: [
        (["list", "-h"], true), (["-h"], true), (["list", "--help"], false), (["-h", "--help"], false),
        (["list", "--", "-h"], false), ([], false),
    ])
    func `it is what -h asks for`(arguments: [String], isWanted: Bool) {
        #expect(ShortHelp.isWanted(arguments) == isWanted)
    }
}
