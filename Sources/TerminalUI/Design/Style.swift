/// A color by its meaning; a ``Theme`` says how it looks.
///
/// Views name no other colors.
package enum SemanticColor: UInt8, CaseIterable, Sendable {
    /// Leaves the color as it is at that place.
    case inherited
    /// Text of a page, on the background of a page.
    case text
    /// Text of less weight: hints, labels, counts.
    case dim
    /// What guides the eye: the name of a page, a chosen tab.
    case accent
    /// The name of a field.
    case label
    /// Something that can be opened: an address of the web, a telephone number.
    case link
    /// What a search has found inside a text.
    case match
    /// The marked rows of a list.
    case mark
    /// The sign of a favorite.
    case favorite
    /// Lines between parts.
    case border
    /// The background of the row or button that keys act on.
    case selection
    /// The background of the same row while keys act elsewhere.
    case inactiveSelection
    /// The background of bars at the edge of a page.
    case bar
    /// Text on a bar.
    case barText
    /// The background of a field that takes text.
    case field
    /// The background of a dialog.
    case panel
    /// Something went well; an added line.
    case success
    /// Something wants attention.
    case warning
    /// Something failed or will be lost; a removed line.
    case danger
    /// The dark and light squares of codes for cameras, the same in every theme.
    case ink, paper
}

/// How text stands out, without color.
package struct Emphasis: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let bold = Emphasis(rawValue: 1)
    package static let faint = Emphasis(rawValue: 2)
    package static let underline = Emphasis(rawValue: 4)
    package static let reverse = Emphasis(rawValue: 8)
    package static let strikethrough = Emphasis(rawValue: 16)
}

/// How text looks, by meaning.
package struct Style: Hashable, Sendable {
    package var foreground: SemanticColor
    package var background: SemanticColor
    package var emphasis: Emphasis

    package init(
        _ foreground: SemanticColor = .inherited,
        on background: SemanticColor = .inherited,
        _ emphasis: Emphasis = []
    ) {
        self.foreground = foreground
        self.background = background
        self.emphasis = emphasis
    }

    /// The style on top of another: inherited colors are taken from below.
    func over(_ below: Style) -> Style {
        Style(
            foreground == .inherited ? below.foreground : foreground,
            on: background == .inherited ? below.background : background,
            emphasis
        )
    }

    package func with(_ emphasis: Emphasis) -> Style {
        Style(foreground, on: background, self.emphasis.union(emphasis))
    }
}

extension Style {
    /// Text in the colors of its place.
    package static let plain = Style()
    package static let dim = Style(.dim)
    package static let accent = Style(.accent)
    /// The name of a page or dialog.
    package static let title = Style(.accent, .bold)
    /// The name of a group of rows.
    package static let heading = Style(.inherited, .bold)
    package static let label = Style(.label)
    package static let link = Style(.link, .underline)
    /// What a search has found; underlined too, because color alone says nothing.
    package static let match = Style(.match, [.bold, .underline])
    package static let mark = Style(.mark, .bold)
    package static let favorite = Style(.favorite)
    package static let border = Style(.border)
    /// The row or button that keys act on.
    package static let selection = Style(.text, on: .selection)
    package static let inactiveSelection = Style(.text, on: .inactiveSelection)
    package static let bar = Style(.barText, on: .bar)
    package static let field = Style(.text, on: .field)
    package static let panel = Style(.text, on: .panel)
    package static let success = Style(.success)
    package static let warning = Style(.warning)
    package static let danger = Style(.danger)
    /// The name of a key.
    package static let key = Style(.accent, .bold)

    private init(_ foreground: SemanticColor, _ emphasis: Emphasis) {
        self.init(foreground, on: .inherited, emphasis)
    }
}

/// Distances in columns and rows.
package enum Spacing {
    /// Between a page and the edge of the screen.
    package static let page = 1
    /// Between columns of a table.
    package static let column = 2
    /// Between the frame of a dialog and its content.
    package static let dialog = 2
    /// The columns from which a page shows details beside its list.
    package static let wide = 100
}
