import Bloc
import BlocTesting
import Foundation
import Repository
import Services
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
            #expect(browse.text().contains("The page “/nothing” doesn’t exist."))
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
            for key in [Key.escape, "x"] {
                await browse.press("?")
                #expect(browse.text().contains("Keys on this page"))
                await browse.press(key)
                #expect(!browse.text().contains("Keys on this page"))
            }
            await browse.type(":no such action", .enter)
            #expect(browse.text().contains("no such action"))
            await browse.press(.escape)
            #expect(!browse.text().contains("no such action"))
            await browse.type(":contact NEW")
            #expect(browse.text().contains("Create a new contact"))
            await browse.press(.enter, shows: "New contact")
        }
    }

    @Test func `keys after the last one are forgotten`() async throws {
        try await BrowseHarness.list(3) { browse in
            await browse.press("q", "2")
            #expect(browse.ends == [.quit(status: 0)])
            #expect(browse.session.page.title == "Contacts")
        }
    }

    @Test func `a message stays until the next key, and a change of another process is shown`() async throws {
        try await BrowseHarness.list(3) { browse in
            browse.session.screenOpened(hasUnicode: false)
            #expect(browse.text().contains("The locale isn’t UTF-8"))
            await browse.press(.down)
            #expect(!browse.text().contains("The locale isn’t UTF-8"))
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

struct ProblemDetailsTests {
    private func entry(_ number: Int, _ bloc: String, _ change: String) -> LoggedTransition {
        let date = Date.distantPast
        return .init(number: number, date: date, kind: .transition, bloc: bloc, event: "x", change: change, cause: nil)
    }

    @Test func `a failure says what happened, what led to it and what to do`() {
        let log = [
            entry(1, "a#1", "text"), entry(2, "b#2", "other"), entry(3, "a#1", "content: loading → error"),
            entry(4, "b#2", "later"),
        ]
        let error = RepositoryError(.databaseBusy, "Another program is writing to the database. Try again.")
        let text = ProblemDetails.lines(of: error, path: "/history", recent: log).map(\.text).joined(separator: "\n")
        #expect(text.contains("Another program is writing"))
        #expect(text.contains("database-busy") && text.contains("then try again") && text.contains("/history"))
        #expect(ProblemDetails.chain(log).map(\.number) == [1, 3])
        #expect(ProblemDetails.chain([]).isEmpty)
    }

    @Test func `contacts that fit an identifier are not named`() {
        let error = RepositoryError(.ambiguous, "“id” fits several contacts.", candidates: [PeopleStore.people(1)[0]])
        let text = ProblemDetails.lines(of: error, path: "/contact/id", recent: []).map(\.text).joined()
        #expect(!text.contains("F00000"))
    }
}

@Suite(.timeLimit(.minutes(20))) struct StoreWatchBlocTests {
    private struct QuietStore: StoreWatchService {
        func storeChanges() -> AsyncStream<Void> { AsyncStream { _ in } }
    }

    @Test func `a refresh is shown while it runs, and its notices and its failure are effects`() async {
        let failure = RepositoryError(.network, "The server cannot be reached.")
        let notice = RepositoryNotice.stale(age: .seconds(7200), cause: failure)
        for (result, effect) in [
            (.failure(failure), PageNotice(failure.message, .danger)),
            (.success([notice]), PageNotice(NoticeReport.text(of: notice), .warning)),
        ] as [(Result<[RepositoryNotice], RepositoryError>, PageNotice)] {
            let list = StubListService { _, _ in Repository.ContactPage(contacts: [], notices: try result.get()) }
            let watch = StoreWatchBloc(service: QuietStore(), list: list, manager: BlocManager())
            var effects = watch.effects.makeAsyncIterator()
            watch.add(.refreshed(.networkOnly))
            #expect(await effects.next() == effect)
            #expect(await watch.reached { !$0 } != nil)
            await watch.close()
        }
    }
}
