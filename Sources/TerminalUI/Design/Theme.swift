/// Says how semantic colors look.
package struct Theme: Sendable, Equatable {
    /// A color in full, and the nearest of the 16 colors that the user has chosen.
    package struct Paint: Sendable, Equatable {
        package var rgb: RGB
        package var ansi: UInt8

        package init(_ rgb: UInt32, ansi: UInt8) {
            self.rgb = RGB(rgb)
            self.ansi = ansi
        }
    }

    /// The name in the configuration: `dark`, `light`, `high-contrast` or `none`.
    package let name: String
    /// What the terminal is taken to look like without colors; used in pictures, and by no terminal.
    package let text, background: RGB
    private var paints: [SemanticColor: Paint]

    package init(name: String, text: UInt32, background: UInt32, paints: [SemanticColor: Paint]) {
        self.name = name
        self.text = RGB(text)
        self.background = RGB(background)
        self.paints = paints
        if paints.isEmpty { return }
        // A camera reads a code in every theme.
        self.paints[.ink] = Paint(0x000000, ansi: 0)
        self.paints[.paper] = Paint(0xFFFFFF, ansi: 15)
    }
}

/// How a cell looks on a terminal.
package struct ResolvedStyle: Hashable, Sendable {
    package var foreground: TerminalColor
    package var background: TerminalColor
    package var emphasis: Emphasis

    /// What a terminal shows without any command.
    package static let standard = ResolvedStyle(foreground: .standard, background: .standard, emphasis: [])
}

extension Theme {
    /// How a style looks with the colors of a terminal.
    ///
    /// Where there are no colors, backgrounds that carry meaning are reversed, and what is bold, underlined or faint stays so.
    package func resolve(_ style: Style, depth: ColorDepth) -> ResolvedStyle {
        guard !paints.isEmpty, depth > .none else { return withoutColors(style) }
        return ResolvedStyle(
            foreground: color(foreground(of: style), depth: depth),
            background: color(style.background, depth: depth),
            emphasis: style.emphasis
        )
    }

    /// The color of the text; on a selection, faint text would not be readable.
    private func foreground(of style: Style) -> SemanticColor {
        switch (style.foreground, style.background) {
        case (.dim, .selection), (.label, .selection), (.border, .selection), (.inherited, .selection): .text
        default: style.foreground
        }
    }

    private func color(_ color: SemanticColor, depth: ColorDepth) -> TerminalColor {
        guard let paint = paints[color] else { return .standard }
        switch depth {
        case .none: return .standard
        case .ansi: return .indexed(paint.ansi)
        case .indexed: return .indexed(paint.rgb.nearestIndex)
        case .trueColor: return .rgb(paint.rgb)
        }
    }

    private func withoutColors(_ style: Style) -> ResolvedStyle {
        var emphasis = style.emphasis
        switch style.background {
        case .selection, .bar: emphasis.formSymmetricDifference(.reverse)
        case .inactiveSelection: emphasis.formUnion(.bold)
        case .field: emphasis.formUnion(.underline)
        default: break
        }
        switch style.foreground {
        case .dim where style.background != .selection && style.background != .bar: emphasis.formUnion(.faint)
        case .accent, .danger, .warning, .mark, .favorite: emphasis.formUnion(.bold)
        default: break
        }
        let isCode = style.background == .ink || style.background == .paper || style.foreground == .ink
        if isCode { emphasis = style.background == .ink ? [] : .reverse }
        return ResolvedStyle(foreground: .standard, background: .standard, emphasis: emphasis)
    }
}
