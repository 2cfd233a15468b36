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
