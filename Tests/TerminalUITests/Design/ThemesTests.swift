import Testing

@testable import TerminalUI

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
