import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20))) @MainActor struct GroupChooserTests {
    @Test func `marked contacts are put in a group and taken out of it, and an undo reverts it`() async throws {
        try await BrowseHarness.list(5) { browse in
            await browse.press(" ", " ", "+", shows: "Type the name of a new group.")
            await browse.type("Chess club", .enter, shows: "Put 2 contacts")
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
        try await BrowseHarness.with(people, route: .contact("id-00002"), shows: "p00002@example.org") { browse in
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
            await browse.press(.enter, shows: "no longer exists")
            #expect(browse.text().contains("Chess club"))
            #expect(try await browse.store.repository.overview().categories.isEmpty)
        }
    }
}

struct GroupMenuTests {
    private let groups = [("Chess club", 3), ("Family", 4), ("Old club", 1)]
        .map { StoreOverview.Group(name: $0.0, contacts: $0.1) }

    @Test func `typing leaves the groups that have the text; the ones that begin with it come first`() {
        var menu = GroupMenu(.showing(now: nil), groups: groups)
        #expect(menu.entries.map(\.group) == [nil] + groups.map(\.name))
        #expect(menu.entries.map { $0.item.cells[1].text } == ["", "3 contacts", "4 contacts", "1 contact"])
        _ = menu.type(.paste("C"))
        #expect(menu.entries.map(\.group) == ["Chess club", "Old club"])
        _ = menu.type(.key(.down))
        #expect(menu.selected?.group == "Old club")
        _ = menu.type(.paste("lub"))
        #expect(menu.selected?.group == "Chess club")
    }

    @Test func `only adding offers a new group, and prefers one that is there`() {
        var menu = GroupMenu(.adding([ContactID(rawValue: "a")]), groups: groups)
        _ = menu.type(.paste("fam"))
        #expect(menu.entries.map { $0.item.cells[0].text } == ["Family", "New group “fam”"])
        _ = menu.type(.paste("ILY"))
        #expect(menu.entries.map(\.group) == ["Family"])
        var other = GroupMenu(.removing([ContactID(rawValue: "a")]), groups: groups)
        _ = other.type(.paste("x"))
        #expect(other.entries == [] && other.selected == nil)
    }

    @Test func `nothing can be chosen while the groups are being counted`() {
        #expect(GroupMenu(.showing(now: nil)).selected == nil)
    }
}
