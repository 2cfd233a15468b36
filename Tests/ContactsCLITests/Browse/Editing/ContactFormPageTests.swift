import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct ContactFormPageTests {
    @Test func `a new contact is typed, compared and saved, and undone`() async throws {
        try await BrowseHarness.list(2) { browse in
            await browse.press("n", shows: "New contact")
            await browse.press(.tab)
            await browse.type("Ada", .tab, .tab)
            await browse.type("Lovelace", .control("s"))
            #expect(browse.text().contains("Add this contact?"))
            #expect(browse.text().contains("+ First name: Ada"))
            await browse.press("y", shows: "Ada Lovelace")
            await browse.shows("Saved Ada Lovelace")
            // Its page is left.
            await browse.press("u", shows: "Undone: add")
            await browse.shows("2 contacts")
        }
    }

    @Test func `a new contact with the name of another one is warned of before it is saved`() async throws {
        try await BrowseHarness.list(2) { browse in
            await browse.press("n", shows: "New contact")
            await browse.press(.tab)
            await browse.type("F00001", .tab, .tab)
            await browse.type("L00001", .control("s"), shows: "There is a contact with this name already: id-00001")
            await browse.press("n")
        }
    }

    @Test func `a form with changes asks before it is left, and nothing is saved`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .editContact("id-00001")) { browse in
            await browse.shows("First name")
            await browse.type("Dr.", .escape)
            #expect(browse.text().contains("Throw away what was typed?"))
            // The keys and the palette of every page must not lose it either.
            await browse.press("q")
            #expect(browse.ends.isEmpty)
            await browse.press("2", "H")
            #expect(browse.router.state.current == .editContact("id-00001"))
            // Nor does a key undo what is behind the question, or is named though it does nothing.
            await browse.press("u")
            #expect(browse.text().contains("Throw away what was typed?") && !browse.text().contains("Quit"))
            await browse.press("n")
            #expect(!browse.text().contains("Throw away"))
            await browse.press(.escape, "y", shows: "2 contacts")
            let page = try await browse.store.repository.contacts(ContactQuery(limit: 9), policy: .cacheOnly)
            #expect(page.contacts == PeopleStore.people(2))
        }
    }

    @Test func `Enter is the highlighted button: yes where nothing is lost, no where something is`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .editContact("id-00001")) { browse in
            await browse.shows("First name")
            await browse.type("Dr.", .escape)
            #expect(browse.text().contains("[ No (n) ]"))
            await browse.press(.enter)
            #expect(!browse.text().contains("Throw away") && browse.text().contains("Dr."))
            await browse.press(.control("s"))
            #expect(browse.text().contains("[ Save (y) ]"))
            await browse.press(.tab)
            #expect(browse.text().contains("[ No (n) ]"))
            await browse.press(.left, .enter, shows: "Saved")
        }
    }

    @Test func `a type is changed, another value is added, and the keys for it are named`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .editContact("id-00001")) { browse in
            await browse.shows("First name")
            #expect(!browse.text().contains("Ctrl-T"))
            await focus("E-mail", browse)
            #expect(browse.text().contains("Ctrl-T Type") && browse.text().contains("Ctrl-O Add another"))
            await browse.press(.control("t"), .control("o"))
            await browse.type("second@example.org", .control("s"))
            #expect(browse.text().contains("+ E-mail: p00001@example.org (home)") || browse.text().contains("home"))
            await browse.press(.enter, shows: "Saved")
            let contact = try await browse.store.repository.contact(matching: "id-00001")
            #expect(contact.emails.map(\.value) == ["p00001@example.org", "second@example.org"])
            #expect(contact.emails.first?.types == ["home"])
        }
    }

    @Test func `a problem stands beside its field until it is mended, and keeps the form`() async throws {
        try await BrowseHarness.with(PeopleStore.people(2), route: .editContact("id-00001")) { browse in
            await browse.shows("First name")
            await focus("Birthday", browse)
            await browse.type("tomorrow")
            #expect(!browse.text().contains("“tomorrow”"))
            await browse.press(.down)
            #expect(browse.text().contains("“tomorrow”"))
            await browse.press(.control("s"))
            #expect(browse.text().contains("A field cannot be saved like this."))
            #expect((browse.session.page as? ContactFormPage)?.focusedLabel == "Birthday")
            await browse.press(.control("u"))
            await browse.type("1984-11-13")
            #expect(!browse.text().contains("“tomorrow”"))
        }
    }

    private func focus(_ label: String, _ browse: BrowseHarness) async {
        for _ in 0..<60 where (browse.session.page as? ContactFormPage)?.focusedLabel != label {
            await browse.press(.down)
        }
    }
}
