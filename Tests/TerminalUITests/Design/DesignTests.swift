import Testing

@testable import TerminalUI

struct DesignTests {
    @Test(arguments: [
        (0x000000, 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x808080, 244), (0x5F87AF, 67), (0x080808, 232),
        (0xEEEEEE, 255),
    ])
    func `a color is the nearest of 256`(color: UInt32, index: UInt8) {
        #expect(RGB(color).nearestIndex == index)
    }

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

    @Test(arguments: [Glyphs.unicode, .ascii])
    func `each sign takes one column`(glyphs: Glyphs) {
        for child in Mirror(reflecting: glyphs).children {
            let signs = (child.value as? String).map { [$0] } ?? child.value as? [String] ?? []
            for sign in signs {
                #expect(CellText.pieces(of: sign).map(\.columns) == [1], "\(child.label ?? "") \(sign)")
                if glyphs == .ascii { #expect(TerminalText.isPlainASCII(sign)) }
            }
        }
    }
}

struct ThemesTests {
    @Test func `themes are found by name`() {
        #expect(Theme.all.map(\.name) == ["dark", "light", "high-contrast", "none"])
        for theme in Theme.all { #expect(Theme.named(theme.name) == theme) }
        #expect(Theme.named("pink") == nil)
        #expect(Theme.fitting(.light) == .light)
    }

    /// 4.5 is what the accessibility guidelines of the web ask of text, 7 of text for weak eyes.
    @Test(arguments: [(Theme.dark, 4.5), (.light, 4.5), (.highContrast, 7)])
    func `text can be read on every background`(theme: Theme, least: Double) {
        let backgrounds: [SemanticColor] = [.inherited, .selection, .inactiveSelection, .bar, .field, .panel]
        let texts: [SemanticColor] = [
            .text, .dim, .accent, .label, .link, .match, .mark, .favorite, .barText, .success, .warning, .danger,
        ]
        for background in backgrounds {
            for text in texts {
                let style = theme.resolve(Style(text, on: background), depth: .trueColor)
                let ink = color(style.foreground) ?? theme.text
                let paper = color(style.background) ?? theme.background
                // On a selection, colored signs may be weaker: the text beside them is not.
                let needed = background == .selection && text != .text ? 3 : least
                let (low, high) = (min(ink.luminance, paper.luminance), max(ink.luminance, paper.luminance))
                #expect((high + 0.05) / (low + 0.05) >= needed, "\(theme.name): \(text) on \(background)")
            }
        }
    }

    private func color(_ color: TerminalColor) -> RGB? {
        if case .rgb(let rgb) = color { rgb } else { nil }
    }
}
