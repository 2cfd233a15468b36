import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

struct GroupMenuTests {
    private let groups = [("Chess club", 3), ("Family", 4), ("Old club", 1)]
        .map { StoreOverview.Group(name: $0.0, contacts: $0.1) }

    @Test func `typing leaves the groups that have the text; the ones that begin with it come first`() {
        var menu = GroupMenu(.showing(now: nil), groups: groups)
        #expect(menu.entries.map(\.group) == [nil] + groups.map(\.name))
        #expect(menu.entries.map(\.item.detail) == ["", "3 contacts", "4 contacts", "1 contact"])
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
        #expect(menu.entries.map(\.item.title.text) == ["Family", "New group “fam”"])
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
