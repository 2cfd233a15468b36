import Testing

@Suite(.timeLimit(.minutes(20)))
struct HelpScreenTests {
    @Test(arguments: [
        "", "list", "show", "edit", "add", "remove", "undo", "redo", "history", "sync", "serve", "config show",
    ])
    func `the help of each command is as it was written`(name: String) async throws {
        let screen = try #require(HelpScreens.own[name])
        let arguments = ["help"] + name.split(separator: " ").map(String.init)
        let shown = try await Binary(variables: ["COLUMNS": "80"]).start(arguments).result
        #expect(shown.output == "\(screen.before)\n\(HelpScreens.shared)\n\(screen.after)\n")
    }
}
