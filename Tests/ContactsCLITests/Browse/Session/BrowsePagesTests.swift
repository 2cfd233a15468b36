import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct BrowsePagesTests {
    @Test func `every page that is linked is there, and keeps the keys that never change`() async throws {
        try await BrowseHarness.with(PeopleStore.people(3)) { browse in
            for entry in BrowsePages.main {
                browse.router.add(.opened(.notFound("/x")))
                browse.router.add(.opened(entry.route))
                await browse.idle()
                #expect(!(browse.session.page is NotFoundPage), "\(entry.title)")
                #expect(browse.session.table.conflicts == [], "\(entry.title)")
                #expect(Route(path: entry.route.path) == entry.route)
            }
        }
    }

    @Test func `an unknown path gives a page that leads to the contacts`() async throws {
        try await BrowseHarness.with(PeopleStore.people(3), route: Route(path: "/nothing")) { browse in
            #expect(browse.text().contains("There is no page “/nothing”."))
            await browse.press(.enter, shows: "3 contacts")
        }
    }

    @Test func `an undo is said with what it undid`() {
        #expect(HistoryNotice.notice(.undone([]), "undo") == PageNotice("There is nothing to undo."))
    }
}
