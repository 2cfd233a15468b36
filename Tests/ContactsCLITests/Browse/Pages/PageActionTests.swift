import TerminalUI
import Testing

@testable import ContactsCLI

struct PageActionTests {
    private func action(_ id: String, _ title: String, _ keys: Key...) -> PageAction {
        PageAction(id, title, keys: keys) {}
    }

    @Test func `keys, help and palette come from one table`() {
        let table = ActionTable([
            action("a.new", "Write a new contact", .character("n")),
            action("a.edit", "Edit the contact", .character("e")),
            action("a.quiet", "Do what has no key"),
        ])
        #expect(table.action(for: .character("e"))?.id == "a.edit")
        #expect(table.action(for: .character("x")) == nil)
        #expect(table.action("a.quiet")?.keyNames == "")
        #expect(table.matching("").count == 3)
        #expect(table.matching("CONTACT").map(\.id) == ["a.new", "a.edit"])
        #expect(table.matching("contact edit").map(\.id) == ["a.edit"])
        #expect(table.matching("edit").map(\.id) == ["a.edit"])
        #expect(table.matching("nothing").isEmpty)
    }

    @Test func `actions of a page come before those of every page, and take their keys`() {
        let table = ActionTable(
            [PageAction(.back, "Leave the form") {}, action("a.one", "One", .character("1"))],
            everywhere: [
                PageAction(.back, "Go back") {}, action("page.first", "First", .character("1"), .function(1)),
            ]
        )
        #expect(table.action(for: .escape)?.title == "Leave the form")
        #expect(table.action(for: .character("1"))?.id == "a.one")
        #expect(table.action(for: .function(1))?.id == "page.first")
        #expect(table.actions.count == 3)
    }

    @Test func `a key with two meanings is found, and one that means another thing everywhere`() {
        #expect(
            ActionTable([action("a", "A", .character("x")), action("b", "B", .character("x"))]).conflicts.count == 1
        )
        #expect(ActionTable([action("a", "A", .character("q"))]).conflicts == ["q is a, and quit on every page"])
        #expect(ActionTable(FixedKey.allCases.map { PageAction($0, $0.rawValue) {} }).conflicts == [])
    }

    @Test func `the keys that never change are the promised ones`() {
        let keys = Dictionary(uniqueKeysWithValues: FixedKey.allCases.map { ($0.rawValue, $0.keys) })
        #expect(
            keys == [
                "search": [.character("/")], "open": [.enter], "back": [.escape], "quit": [.character("q")],
                "down": [.character("j"), .down], "up": [.character("k"), .up], "help": [.character("?")],
                "undo": [.character("u")], "palette": [.character(":")],
            ]
        )
    }
}
