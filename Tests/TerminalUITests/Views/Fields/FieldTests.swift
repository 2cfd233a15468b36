import Testing

@testable import TerminalUI

private func typed(_ start: String, _ keys: Key...) -> TextInput {
    var input = TextInput(start)
    for key in keys { _ = input.apply(.key(key)) }
    return input
}

struct TextInputTests {
    private func apply(_ event: InputEvent, to input: inout TextInput) -> Bool { input.apply(event) }

    @Test func `keys edit as in a shell`() {
        #expect(typed("abc", .left, .backspace).text == "ac")
        #expect(typed("abc", .home, .delete, "x").text == "xbc")
        #expect(typed("one two", .control("w")).text == "one ")
        #expect(typed("one two", .wordLeft, "-").text == "one -two")
        #expect(typed("one two", .home, .wordRight, .control("k")).text == "one")
        #expect(typed("one two", .left, .control("u")).text == "o")
        #expect(typed("one two", .home, .alt("d")).text == " two")
        #expect(typed("", .backspace, .delete, .left, .right, .control("w")).text == "")
    }

    @Test func `a character of several scalars is one`() {
        var input = typed("Zoe", "\u{308}")
        #expect(input.text == "Zoe\u{308}")
        #expect(input.cursor == 3)
        #expect(apply(.key(.backspace), to: &input))
        #expect(input.text == "Zo")
        #expect(typed("👩‍👩‍👧‍👦", .backspace).isEmpty)
    }

    @Test func `pasted text comes on one line, up to a limit`() {
        var input = TextInput("ab")
        #expect(apply(.key(.left), to: &input))
        #expect(apply(.paste("1\n2\t3"), to: &input))
        #expect(input.text == "a1 2 3b")
        #expect(input.cursor == 6)
        #expect(apply(.paste(String(repeating: "x", count: 20_000)), to: &input))
        #expect(input.text.count == TextInput.mostCharacters)
    }

    @Test func `other keys are for the page`() {
        var input = TextInput("a")
        for event: InputEvent in [.key(.enter), .key(.escape), .key(.up), .key(.control("r")), .key(.tab), .resumed] {
            #expect(!apply(event, to: &input))
        }
        #expect(input == TextInput("a"))
    }
}

struct FieldViewTests {
    private func cursor(_ view: any TerminalView, _ columns: Int, _ rows: Int = 1) -> Point? {
        Frame(view, size: Size(columns: columns, rows: rows)).cursor
    }

    @Test func `the cursor stays in sight`() {
        #expect(picture(InputView(TextInput("abcdefgh")), 6, 1) == "…efgh\n")
        #expect(cursor(InputView(TextInput("abcdefgh")), 6) == Point(x: 5, y: 0))
        #expect(picture(InputView(typed("abcdefgh", .home)), 6, 1) == "abcde…\n")
        #expect(cursor(InputView(typed("abcdefgh", .home)), 6) == .zero)
        #expect(cursor(InputView(TextInput("日本")), 8) == Point(x: 4, y: 0))
        #expect(cursor(InputView(TextInput("ab"), isActive: false), 8) == nil)
    }
}
