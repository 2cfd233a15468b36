import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) struct StorybookCommandTests {
    @Test func `stories are listed and rendered without a terminal`() async throws {
        let contacts = try Binary()
        let list = try await contacts.succeed("storybook", "--list")
        #expect(list.output.split(separator: "\n").map(String.init) == BrowseStories.book.names)
        let text = try await contacts.run([
            "storybook", "list/empty", "--width", "60", "--theme", "dark", "--format", "text",
        ])
        #expect(text.status == 0)
        #expect(text.output.contains("No contacts."))
        #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 60 })
        #expect(try await contacts.run("storybook", "contact/data", "--format", "svg").output.hasPrefix("<svg"))
        try await contacts.fail(64, "storybook", "list/emty", saying: "Did you mean “list/empty”?")
    }
}
