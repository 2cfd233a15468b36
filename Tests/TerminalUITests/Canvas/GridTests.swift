import Testing

@testable import TerminalUI

struct GridTests {
    @Test func `grids with the same picture are equal, whatever was drawn before`() {
        let size = Size(columns: 6, rows: 1)
        let once = Frame(DrawnView { $0.text("e\u{301}o\u{308}", at: .zero) }, size: size)
        let twice = Frame(
            DrawnView {
                $0.text("a\u{302}x", at: .zero)
                $0.text("e\u{301}o\u{308}", at: .zero)
            },
            size: size
        )
        let other = Frame(DrawnView { $0.text("e\u{301}o\u{309}", at: .zero) }, size: size)
        #expect(once.grid == twice.grid)
        #expect(once.grid != other.grid)
        #expect(once.grid.text(ofRow: 0) == "e\u{301}o\u{308}    ")
    }
}
