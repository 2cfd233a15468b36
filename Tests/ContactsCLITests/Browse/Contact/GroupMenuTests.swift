import Repository
import TerminalUI
import Testing

@testable import ContactsCLI

struct GroupMenuTests {
    private let groups = [("Chess club", 3), ("Family", 4), ("Old club", 1)]
        .map { StoreOverview.Group(name: $0.0, contacts: $0.1) }

    @Test func `typing leaves the groups that have the text; the ones that begin with it come first`() {
        var menu = GroupMenu(.showing(now: nil), groups: groups)
        #expect(menu.entries == [.all] + groups.map { .group($0.name, $0.contacts) })
        _ = menu.type(.paste("C"))
        #expect(menu.entries == [.group("Chess club", 3), .group("Old club", 1)])
        _ = menu.type(.key(.down))
        #expect(menu.selected == .group("Old club", 1))
        _ = menu.type(.paste("lub"))
        #expect(menu.selected == .group("Chess club", 3))
    }

    @Test func `only adding offers a new group, and prefers one that is there`() {
        var menu = GroupMenu(.adding([ContactID(rawValue: "a")]), groups: groups)
        _ = menu.type(.paste("fam"))
        #expect(menu.entries == [.group("Family", 4), .new("fam")])
        _ = menu.type(.paste("ILY"))
        #expect(menu.entries == [.group("Family", 4)])
        var other = GroupMenu(.removing([ContactID(rawValue: "a")]), groups: groups)
        _ = other.type(.paste("x"))
        #expect(other.entries == [] && other.selected == nil)
    }

    @Test func `nothing can be chosen while the groups are being counted`() {
        #expect(GroupMenu(.showing(now: nil)).selected == nil)
    }
}
