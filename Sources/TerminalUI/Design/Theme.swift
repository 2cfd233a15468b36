/// A mapping of semantic colors to actual ones.
package struct Theme: Sendable, Equatable {
    /// An exact color, and the closest of the 16 colors that the user configured.
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
    /// The assumed default colors of the terminal; only used for rendered images.
    package let text, background: RGB
    private var paints: [SemanticColor: Paint]

    package init(name: String, text: UInt32, background: UInt32, paints: [SemanticColor: Paint]) {
        self.name = name
        self.text = RGB(text)
        self.background = RGB(background)
        self.paints = paints
        if paints.isEmpty { return }
        // Cameras must be able to read a QR code in every theme.
        self.paints[.ink] = Paint(0x000000, ansi: 0)
        self.paints[.paper] = Paint(0xFFFFFF, ansi: 15)
    }
}

/// The appearance of a cell on a terminal.
package struct ResolvedStyle: Hashable, Sendable {
    package var foreground: TerminalColor
    package var background: TerminalColor
    package var emphasis: Emphasis

    package static let standard = ResolvedStyle(foreground: .standard, background: .standard, emphasis: [])
}

extension Theme {
    /// Returns the appearance of a style with the terminal's colors.
    ///
    /// Without colors, backgrounds that carry a meaning are shown in reverse video; other emphasis stays.
    package func resolve(_ style: Style, depth: ColorDepth) -> ResolvedStyle {
        guard !paints.isEmpty, depth != .none else { return withoutColors(style) }
        return ResolvedStyle(
            foreground: color(foreground(of: style), depth: depth),
            background: color(style.background, depth: depth),
            emphasis: style.emphasis
        )
    }

    /// Returns the text color; on a selection, faint text would be unreadable.
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

extension Theme {
    package static let all: [Theme] = [.dark, .light, .highContrast, .none]

    package static func named(_ name: String) -> Theme? { all.first { $0.name == name } }

    /// The theme after this one, wrapping around at the end.
    package var next: Theme { Self.all[((Self.all.firstIndex(of: self) ?? 0) + 1) % Self.all.count] }

    package static func fitting(_ tone: BackgroundTone) -> Theme { tone == .light ? .light : .dark }

    /// The theme for dark terminals; normal text keeps the terminal's color.
    package static let dark = Theme(
        name: "dark",
        text: 0xD4D7DD,
        background: 0x16181D,
        paints: [
            .dim: Paint(0x8B93A1, ansi: 8), .accent: Paint(0x7AB7FF, ansi: 12), .label: Paint(0x93A9C4, ansi: 6),
            .link: Paint(0x6CC7E0, ansi: 14), .match: Paint(0xFFD166, ansi: 11), .mark: Paint(0xD8A7FF, ansi: 13),
            .favorite: Paint(0xFFC857, ansi: 11), .border: Paint(0x4A515E, ansi: 8),
            .selection: Paint(0x2B4A73, ansi: 4), .inactiveSelection: Paint(0x2A2F38, ansi: 0),
            .bar: Paint(0x262B34, ansi: 0), .barText: Paint(0xC9CFD9, ansi: 7), .field: Paint(0x222730, ansi: 0),
            .panel: Paint(0x1E222A, ansi: 0), .success: Paint(0x7FD992, ansi: 10),
            .warning: Paint(0xF2B866, ansi: 11), .danger: Paint(0xFF7B86, ansi: 9),
        ]
    )

    package static let light = Theme(
        name: "light",
        text: 0x24292F,
        background: 0xFFFFFF,
        paints: [
            .dim: Paint(0x525B65, ansi: 8), .accent: Paint(0x0550AE, ansi: 4), .label: Paint(0x44586E, ansi: 6),
            .link: Paint(0x0A5E74, ansi: 6), .match: Paint(0x8A4B00, ansi: 1), .mark: Paint(0x7A2FB0, ansi: 5),
            .favorite: Paint(0x754800, ansi: 3), .border: Paint(0xB4BBC4, ansi: 7),
            .selection: Paint(0xC9DFFC, ansi: 14), .inactiveSelection: Paint(0xE6EAEF, ansi: 7),
            .bar: Paint(0xE4E8ED, ansi: 7), .barText: Paint(0x32383F, ansi: 0), .field: Paint(0xF0F3F6, ansi: 7),
            .panel: Paint(0xF6F8FA, ansi: 15), .success: Paint(0x14692C, ansi: 2),
            .warning: Paint(0x85530A, ansi: 3), .danger: Paint(0xB01F2B, ansi: 1),
        ]
    )

    /// Black and white with a few strong colors, for people with impaired vision and for bright rooms.
    package static let highContrast = Theme(
        name: "high-contrast",
        text: 0xFFFFFF,
        background: 0x000000,
        paints: [
            .text: Paint(0xFFFFFF, ansi: 15), .dim: Paint(0xE0E0E0, ansi: 7), .accent: Paint(0x66E0FF, ansi: 14),
            .label: Paint(0xFFFFFF, ansi: 15), .link: Paint(0x66E0FF, ansi: 14), .match: Paint(0xFFFF00, ansi: 11),
            .mark: Paint(0xFF9CFF, ansi: 13), .favorite: Paint(0xFFFF00, ansi: 11),
            .border: Paint(0xFFFFFF, ansi: 15), .selection: Paint(0x0040C0, ansi: 4),
            .inactiveSelection: Paint(0x242424, ansi: 8), .bar: Paint(0x202020, ansi: 0),
            .barText: Paint(0xFFFFFF, ansi: 15), .field: Paint(0x202020, ansi: 0), .panel: Paint(0x000000, ansi: 0),
            .success: Paint(0x5CFF7E, ansi: 10), .warning: Paint(0xFFD23F, ansi: 11),
            .danger: Paint(0xFFA3A3, ansi: 9),
        ]
    )

    /// No colors: only weight, lines and reverse video.
    package static let none = Theme(name: "none", text: 0xD4D7DD, background: 0x16181D, paints: [:])
}
