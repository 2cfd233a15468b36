import Foundation
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct StorybookCommandTests {
    @Test func `stories are listed and rendered without a terminal`() async throws {
        let contacts = try Binary()
        let list = try await contacts.run("storybook", "--list")
        #expect(list.status == 0)
        #expect(list.output.split(separator: "\n").map(String.init) == BrowseStories.book.names)
        let text = try await contacts.run([
            "storybook", "list/empty", "--width", "60", "--theme", "dark", "--format", "text",
        ])
        #expect(text.status == 0)
        #expect(text.output.contains("No contacts."))
        #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 60 })
        let picture = try await contacts.run("storybook", "contact/data", "--format", "svg")
        #expect(picture.output.hasPrefix("<svg"))
        let unknown = try await contacts.run("storybook", "list/emty")
        #expect(unknown.status == 64)
        #expect(unknown.messages.contains("Did you mean “list/empty”?"), "\(unknown.messages)")
        #expect(try await contacts.run("browse").status == 64)
    }
}
