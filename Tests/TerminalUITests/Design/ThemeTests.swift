import Testing

@testable import TerminalUI

struct ThemeTests {
    @Test func `a color is what the terminal has`() {
        let style = Style(.danger, on: .selection, .bold)
        let none = Theme.dark.resolve(style, depth: .none)
        #expect(none.foreground == .standard && none.background == .standard)
        #expect(Theme.dark.resolve(style, depth: .ansi).foreground == .indexed(9))
        #expect(Theme.dark.resolve(style, depth: .trueColor).foreground == .rgb(RGB(0xFF7B86)))
        guard case .indexed(16...) = Theme.dark.resolve(style, depth: .indexed).foreground else {
            Issue.record("a color of the palette of 256 is one of the 16 that terminals show in colors of their own")
            return
        }
    }

    @Test(arguments: [(Theme.none, ColorDepth.trueColor), (Theme.dark, .none)])
    func `what color says is said without it too`(theme: Theme, depth: ColorDepth) {
        func emphasis(_ style: Style) -> Emphasis { theme.resolve(style, depth: depth).emphasis }
        #expect(emphasis(.selection).contains(.reverse))
        #expect(emphasis(.bar).contains(.reverse))
        #expect(emphasis(.match).isSuperset(of: [.bold, .underline]))
        #expect(emphasis(.danger).contains(.bold))
        #expect(emphasis(.field).contains(.underline))
        #expect(emphasis(.dim).contains(.faint))
        #expect(emphasis(Style(on: .paper)) != emphasis(Style(on: .ink)))
    }
}
