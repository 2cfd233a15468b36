import Testing

@testable import TerminalUI

struct FieldViewTests {
    private func input(_ text: String, left: Int = 0) -> TextInput {
        var input = TextInput(text)
        for _ in 0..<left { _ = input.apply(.key(.left)) }
        return input
    }

    private func cursor(_ view: any TerminalView, _ columns: Int, _ rows: Int = 1) -> Point? {
        Frame(view, size: Size(columns: columns, rows: rows)).cursor
    }

    @Test func `the cursor stays in sight`() {
        #expect(picture(InputView(input("abcdefgh")), 6, 1) == "…efgh\n")
        #expect(cursor(InputView(input("abcdefgh")), 6) == Point(x: 5, y: 0))
        #expect(picture(InputView(input("abcdefgh", left: 8)), 6, 1) == "abcde…\n")
        #expect(cursor(InputView(input("abcdefgh", left: 8)), 6) == .zero)
        #expect(cursor(InputView(input("日本")), 8) == Point(x: 4, y: 0))
        #expect(cursor(InputView(input("ab"), isActive: false), 8) == nil)
    }

    @Test func `an empty field shows what belongs there, a secret one nothing`() {
        #expect(picture(InputView(input(""), placeholder: "YYYY"), 8, 1) == "YYYY\n")
    }

    @Test func `a problem stands below its field`() {
        let field = FieldView("Birthday", input: input("12/10"), isActive: true, labelColumns: 9, problem: "Not a date")
        #expect(picture(field, 40, 2) == "Birthday  12/10\n          Not a date\n")
        #expect(field.height(forWidth: 40) == 2)
        #expect(picture(field, 20, 3) == "Birthday\n12/10\nNot a date\n")
        #expect(field.height(forWidth: 20) == 3)
    }
}
