import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct PageTests {
    @Test func `a message stays until the next key`() async throws {
        try await BrowseHarness.list(3) { browse in
            browse.session.screenOpened(hasUnicode: false)
            #expect(browse.text().contains("The locale is not UTF-8"))
            await browse.press(.down)
            #expect(!browse.text().contains("The locale is not UTF-8"))
        }
    }
}
