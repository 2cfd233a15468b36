import Testing

@testable import TerminalUI

struct StacksTests {
    private func text(_ text: String) -> TextView { TextView(text) }

    @Test func `rows are divided among views`() {
        let stack = VStack([
            StackItem(text("head")), StackItem(text("body"), .flexible()), StackItem(text("foot")),
        ])
        #expect(picture(stack, 6, 5) == "head\nbody\n\n\nfoot\n")
        #expect(stack.height(forWidth: 6) == nil)
        #expect(VStack([StackItem(text("one two"))]).height(forWidth: 3) == 2)
    }

    @Test func `what does not fit is left out from the end`() {
        let stack = VStack([StackItem(text("a")), StackItem(text("b")), StackItem(text("c"))])
        #expect(picture(stack, 2, 2) == "a\nb\n")
    }

    @Test func `columns are divided among views`() {
        let stack = HStack([StackItem(text("ab"), .fixed(2)), StackItem(text("cdef"), .flexible())])
        #expect(picture(stack, 8, 1) == "ab  cdef\n")
        #expect(picture(stack, 6, 2) == "ab  cd\n    ef\n")
    }

    @Test func `a split shows both where both fit`() {
        let split = SplitView(left: text("list"), right: text("details"), leftShare: 50, minimum: 20)
        #expect(picture(split, 20, 1) == "list      │ details\n")
        #expect(picture(split, 19, 1) == "list\n")
    }

    @Test func `lengths are divided to the last cell`() {
        for total in 0..<40 {
            let parts = Length.divide(
                total,
                among: [.flexible(weight: 2), .fixed(3), .flexible(minimum: 4), .fit],
                gap: 1
            )
            #expect(parts.allSatisfy { $0.length >= 0 && $0.start + $0.length <= total })
            if total >= 12 { #expect(parts.reduce(0) { $0 + $1.length } == total - 3) }
        }
    }
}
