import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct PageTests {
    @Test func `what a page began ends when it is left`() async throws {
        try await BrowseHarness.with(PeopleStore.people(3), route: .birthdays) { browse in
            await browse.idle()
            #expect(browse.manager.report().contains { $0.key.name.hasPrefix("birthdays/") })
            browse.router.add(.opened(.notFound("/x")))
            while browse.manager.report().contains(where: { $0.key.name.hasPrefix("birthdays/") }) {
                await Task.yield()
            }
            #expect(browse.manager.leaks() == [])
        }
    }

    @Test func `a message stays until the next key`() async throws {
        try await BrowseHarness.list(3) { browse in
            browse.session.screenOpened(hasUnicode: false)
            #expect(browse.text().contains("The locale is not UTF-8"))
            await browse.press(.down)
            #expect(!browse.text().contains("The locale is not UTF-8"))
        }
    }
}
