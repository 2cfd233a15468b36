import Testing

@testable import TerminalUI

struct InputEventTests {
    @Test func `keys have the names of help`() {
        let keys: [Key] = [
            " ", "/", .control("r"), .alt("x"), .enter, .escape, .function(5), .pageUp,
        ]
        #expect(keys.map(\.description) == ["Space", "/", "Ctrl-R", "Alt-x", "Enter", "Esc", "F5", "PgUp"])
    }
}
