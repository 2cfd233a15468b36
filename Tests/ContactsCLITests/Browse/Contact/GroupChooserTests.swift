import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct GroupChooserTests {
    @Test func `marked contacts are put in a group and taken out of it, and an undo reverts it`() async throws {
        try await BrowseHarness.list(5) { browse in
            await browse.press(" ", " ", "+", shows: "Type the name of a new group.")
            await browse.type("Chess club")
            await browse.press(.enter, shows: "Put 2 contacts")
            let groups = try await browse.store.repository.overview().categories
            #expect(groups == ["Chess club": 2])
            await browse.press("-", shows: "Chess club")
            await browse.press(.escape)
            await browse.hides("Remove 2 contacts from")
            await browse.press("-", shows: "Chess club")
            await browse.press(.enter, shows: "Took 2 contacts")
            await browse.press("u", shows: "Undone")
            let again = try await browse.store.repository.overview().categories
            #expect(again == ["Chess club": 2])
        }
    }

    @Test func `a contact on its page is put in a group by a click`() async throws {
        var people = PeopleStore.people(3)
        people[1].categories = ["Friends"]
        try await BrowseHarness.with(people, route: .contact("id-00002")) { browse in
            await browse.shows("p00002@example.org")
            await browse.press("+", shows: "Friends")
            browse.click(PaletteView.targetName, 0)
            await browse.shows("in the group “Friends”")
        }
    }

    @Test func `the menu stays open with what was typed when the group could not be changed`() async throws {
        try await BrowseHarness.list(1) { browse in
            await browse.press("+", shows: "Type the name of a new group.")
            await browse.type("Chess club")
            _ = try await browse.store.repository.apply([.remove(ContactID(rawValue: "id-00000"))], title: "remove")
            await browse.press(.enter, shows: "No contact has the identifier")
            #expect(browse.text().contains("Chess club"))
            #expect(try await browse.store.repository.overview().categories.isEmpty)
        }
    }
}
