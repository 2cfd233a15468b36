import Bloc
import BlocTesting
import Repository
import TerminalUI
import TerminalUIDoubles
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct BrowseSessionTests {
    @Test func `what is pasted as keys is drawn once, whether it is text or moves`() async throws {
        try await BrowseHarness.with(PeopleStore.people(60)) { browse in
            let screen = GridScreen(size: Size(columns: 80, rows: 24))
            // The time stands still, so that no frame is due for its own sake.
            let loop = UILoop(screen: screen, interface: browse.session, clock: BlocClock(ManualClock()))
            browse.redraw = { loop.invalidate() }
            let running = Task { try await loop.run() }
            while !screen.text.contains("60 contacts") { await Task.yield() }
            await browse.session.inputSettled()
            var frames = screen.frames.count
            screen.send(events: String(repeating: "jkj", count: 200))
            while browse.session.page.place?.id.rawValue != "id-00059" { await Task.yield() }
            await browse.session.inputSettled()
            #expect(screen.frames.count - frames < 20, "\(screen.frames.count - frames) frames")
            frames = screen.frames.count
            screen.send(events: "/" + String(repeating: "lorem ipsum ", count: 60) + "F00007")
            while !screen.text.contains("ipsum F00007") { await Task.yield() }
            await browse.session.inputSettled()
            #expect(screen.frames.count - frames < 20, "\(screen.frames.count - frames) frames")
            loop.stop()
            let end = try await running.value
            #expect(end == 0)
        }
    }

    @Test func `keys in haste are for the page that the keys before led to`() async throws {
        try await BrowseHarness.list(5) { browse in
            // The page of birthdays has a search of its own.
            await browse.press("2", "/", "x")
            #expect(browse.session.page.title == "Birthdays")
            #expect(browse.session.page.isTyping)
        }
    }

    @Test func `Enter right after a search opens what was searched for`() async throws {
        try await BrowseHarness.list(300) { browse in
            await browse.press("/", "F", "0", "0", "2", .enter)
            while !(browse.session.page is ContactsCLI.ContactPage) { await Task.yield() }
            await browse.shows("p00200@example.org")
            // A query that can't be read keeps what was found before it.
            await browse.press(.escape, "/", .control("u"), shows: "300 contacts")
            await browse.type("F00250 city:", .enter)
            while !(browse.session.page is ContactsCLI.ContactPage) { await Task.yield() }
        }
    }

    @Test func `every page that is linked is there, and keeps the keys that never change`() async throws {
        try await BrowseHarness.with(PeopleStore.people(3)) { browse in
            for route in [Route.contact("id-00001"), .editContact("id-00001"), .newContact, .notFound("/x")] {
                browse.router.add(.opened(route))
                await Task.yield()
                #expect(browse.session.table.conflicts == [], "\(route.path)")
            }
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

    @Test func `a page that is left leaves no subscription and no bloc`() async throws {
        try await BrowseHarness.with(PeopleStore.people(30), shows: "F00000") { browse in
            let routes = [
                Route.contact("id-00001"), .birthdays, .editContact("id-00002"), .newContact, .home, .notFound("/x"),
            ]
            for route in routes {
                browse.router.add(.opened(route))
                await browse.idle()
            }
            browse.router.add(.opened(.notFound("/y")))
            let left = ["contact-", "birthdays/"]
            while browse.manager.report().contains(where: { bloc in left.contains { bloc.key.name.hasPrefix($0) } }) {
                await Task.yield()
            }
            #expect(browse.manager.leaks() == [])
            #expect(browse.manager.report().filter { $0.subscribers > 0 } == [])
        }
    }

    @Test func `help lists the keys, and the palette does an action by its name`() async throws {
        try await BrowseHarness.with(PeopleStore.people(30), shows: "F00000") { browse in
            await browse.press("?")
            #expect(browse.text().contains("What can be done here"))
            await browse.press(.escape)
            await browse.type(":new contact")
            #expect(browse.text().contains("Write a new contact"))
            await browse.press(.enter, shows: "New contact")
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

    @Test func `a change of another process is shown`() async throws {
        try await BrowseHarness.list(3) { browse in
            try await browse.store.changeElsewhere(.remove(ContactID(rawValue: "id-00001")))
            await browse.shows("2 contacts")
            await browse.hides("F00001")
        }
    }
}

extension GridScreen {
    /// Sends keys that arrive together.
    fileprivate func send(events text: String) { send(text.map { .key(.character($0)) }) }
}
