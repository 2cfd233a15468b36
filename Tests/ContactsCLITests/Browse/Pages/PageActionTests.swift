import TerminalUI
import Testing

@testable import ContactsCLI

struct PageActionTests {
    private func action(_ id: String, _ title: String, _ keys: Key...) -> PageAction {
        PageAction(id: id, title: title, keys: keys) {}
    }

    @Test func `keys, help and palette come from one table`() {
        let table = ActionTable([
            action("a.new", "Write a new contact", "n"),
            action("a.edit", "Edit the contact", "e"),
            action("a.quiet", "Do what has no key"),
        ])
        #expect(table.action(for: "e")?.id == "a.edit")
        #expect(table.action(for: "x") == nil)
        #expect(table.action("a.quiet")?.keyNames == "")
        #expect(table.matching("").count == 3)
        #expect(table.matching("CONTACT").map(\.id) == ["a.new", "a.edit"])
        #expect(table.matching("contact edit").map(\.id) == ["a.edit"])
        #expect(table.matching("edit").map(\.id) == ["a.edit"])
        #expect(table.matching("nothing").isEmpty)
    }

    @Test func `actions of a page come before those of every page, and take their keys`() {
        let table = ActionTable(
            [action("back", "Leave the form", .escape), action("a.one", "One", "1")],
            everywhere: [action("back", "Go back", .escape), action("page.first", "First", "1", .function(1))]
        )
        #expect(table.action(for: .escape)?.title == "Leave the form")
        #expect(table.action(for: "1")?.id == "a.one")
        #expect(table.action(for: .function(1))?.id == "page.first")
        #expect(table.actions.count == 3)
    }

    @Test func `a key with two meanings is found, and one that means another thing everywhere`() {
        #expect(ActionTable([action("a", "A", "x"), action("b", "B", "x")]).conflicts.count == 1)
        #expect(ActionTable([action("a", "A", "q")]).conflicts == ["q is a, and quit on every page"])
        #expect(
            ActionTable(FixedKey.allCases.map { PageAction(id: $0.rawValue, title: $0.rawValue, keys: $0.keys) {} })
                .conflicts
                == []
        )
    }

    @Test func `the keys that never change are the promised ones`() {
        let keys = Dictionary(uniqueKeysWithValues: FixedKey.allCases.map { ($0.rawValue, $0.keys) })
        #expect(
            keys == [
                "search": ["/"], "open": [.enter], "back": [.escape], "quit": ["q"],
                "down": ["j", .down], "up": ["k", .up], "help": ["?"],
                "undo": ["u"], "palette": [":"],
            ]
        )
    }
}
