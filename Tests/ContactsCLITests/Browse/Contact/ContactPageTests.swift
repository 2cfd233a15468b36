import Bloc
import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct ContactPageTests {
    @Test func `a contact is found by the beginning of its identifier, and its values are copied`() async throws {
        try await BrowseHarness.with(PeopleStore.people(5), route: .contact("id-00003")) { browse in
            await browse.shows("p00003@example.org")
            await browse.press("j", "k", "y")
            #expect(browse.copied == ["p00003@example.org"])
            #expect(browse.text().contains("Copied"))
            // The code for cameras fits the window.
            await browse.press("c")
            #expect(browse.text(columns: 80, rows: 24).contains("█ ▄▄▄▄▄ █"))
        }
    }

    @Test func `the code for cameras has the name, the addresses and the numbers alone`() {
        var contact = PeopleStore.people(1)[0]
        contact.note = "secret"
        let texts = ContactCode.texts(of: contact)
        for text in texts {
            #expect(text.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0"))
            #expect(!text.contains("secret"))
        }
        #expect(texts.first?.contains("p00000@example.org") == true)
        // 106 bytes are what a code has that fits 80 columns and 24 rows.
        #expect(texts.last.map { $0.utf8.count <= 106 } == true, "\(texts)")
    }

    @Test func `a contact that is none says so, and the page can be left`() async throws {
        try await BrowseHarness.with(PeopleStore.people(5), route: .contact("nothing-like-it")) { browse in
            await browse.shows("try again")
            #expect(browse.session.table.action(for: "r")?.id == "problem.retry")
            await browse.press("d")
            #expect(browse.text().contains("What to do") && browse.text().contains("not-found"))
            await browse.press(.escape)
            #expect(!browse.text().contains("What to do"))
            await browse.press(.escape, shows: "5 contacts")
        }
    }

    @Test func `a contact that is removed is left, and a change elsewhere is shown`() async throws {
        try await BrowseHarness.with(PeopleStore.people(5), route: .contact("id-00003")) { browse in
            await browse.shows("p00003@example.org")
            let edit = ContactEdit(email: "new@example.org")
            try await browse.store.changeElsewhere(.edit(ContactID(rawValue: "id-00003"), edit))
            await browse.shows("new@example.org")
            await browse.press("d", "y", shows: "4 contacts")
        }
    }
}
