import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct BookkeepingPagesTests {
    @Test func `birthdays open their contacts`() async throws {
        var people = PeopleStore.people(3)
        people[1].birthday = "1815-12-10"
        try await BrowseHarness.with(people, route: .birthdays) { browse in
            await browse.shows("F00001")
            await browse.press(.enter)
            await browse.shows("p00001@example.org")
        }
    }

    @Test func `duplicates are merged from their page`() async throws {
        var people = PeopleStore.people(4)
        people[2].emails = people[1].emails
        people[2].name = people[1].name
        try await BrowseHarness.with(people, route: .duplicates) { browse in
            await browse.shows("F00001 L00001")
            await browse.press(.enter)
            await browse.shows("Merge 2 contacts into one?")
            await browse.press(.character("y"))
            await browse.shows("No two contacts look like one person.")
        }
    }

    @Test func `history says what was changed, and undoes down to a step`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .history) { browse in
            for name in ["One", "Two"] {
                _ = try await browse.store.repository.apply(
                    [.edit(ContactID(rawValue: "id-00001"), ContactEdit(firstName: name))],
                    title: "edit"
                )
            }
            await browse.shows("Two L00001")
            await browse.press(.enter)
            await browse.shows("+ First name: Two")
            await browse.press(.escape)
            await browse.hides("+ First name: Two")
            await browse.shows("Two L00001")
            await browse.press(.down, .character("U"))
            #expect(browse.text().contains("Undo 2 steps"))
            await browse.press(.character("y"))
            await browse.shows("Undone")
            let contact = try await browse.store.repository.contact(matching: "id-00001")
            #expect(contact.name.first == "F00001")
        }
    }

    @Test func `rows are searched, and an undo down to a row counts the rows between as well`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .history) { browse in
            for (id, name) in [("id-00000", "One"), ("id-00001", "Two"), ("id-00000", "Three")] {
                _ = try await browse.store.repository.apply(
                    [.edit(ContactID(rawValue: id), ContactEdit(firstName: name))],
                    title: "edit"
                )
            }
            await browse.shows("Three L00000")
            await browse.press(.character("/"))
            await browse.type("two")
            // Two steps have the other contact: its edit, and the first one, which added both.
            #expect(browse.text().split(separator: "\n").count { $0.contains("Two") } == 2)
            #expect(browse.text().split(separator: "\n").count { $0.contains("edit") } == 1)
            await browse.press(.escape, .character("U"))
            #expect(browse.text().contains("Undo 2 steps"))
            await browse.press(.character("n"), .escape)
            #expect(browse.text().contains("Three L00000"))
        }
    }

    @Test func `rows stay in view while they are read again`() async throws {
        try await BrowseHarness.with(PeopleStore.people(1), route: .history) { browse in
            await browse.shows("F00000 L00000")
            for _ in 0..<50 {
                await browse.press(.character("r"))
                #expect(browse.text().contains("F00000 L00000"))
                await Task.yield()
                #expect(browse.text().contains("F00000 L00000"))
            }
        }
    }

    @Test func `a setting is shown whole, and copied`() async throws {
        let entry = ConfigurationEntry(key: "THEME", value: "auto", origin: "built-in default")
        try await BrowseHarness.with([], route: .settings, sources: BrowseSources(settings: { [entry] })) { browse in
            await browse.shows("THEME")
            await browse.press(.enter)
            #expect(browse.text(columns: 40).contains("From  built-in default"))
            await browse.press(.character("y"))
            #expect(browse.copied == ["THEME = auto"])
        }
    }

    @Test func `all books are chosen from the list of books`() async throws {
        let rows = [BookRow(name: "test", isStandard: true, source: .none, database: "/x")]
        try await BrowseHarness.with([], route: .books, sources: BrowseSources(books: { rows })) { browse in
            await browse.shows("test")
            await browse.press(.character("a"))
            #expect(browse.ends == [.book("all", .home)])
        }
    }

    @Test func `another book is chosen from the list of books`() async throws {
        let rows = ["test", "home"].map { BookRow(name: $0, isStandard: false, source: .none, database: "/x") }
        try await BrowseHarness.with([], route: .books, sources: BrowseSources(books: { rows })) { browse in
            await browse.shows("home")
            await browse.press(.down, .enter)
            #expect(browse.ends == [.book("home", .home)])
        }
    }
}
