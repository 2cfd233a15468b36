/// A color by its meaning; a ``Theme`` defines its appearance.
///
/// Views don't use any other colors.
package enum SemanticColor: UInt8, CaseIterable, Sendable {
    /// Keeps the existing color.
    case inherited
    /// Page text on the page's background.
    case text
    /// Less important text: hints, labels, counts.
    case dim
    /// Text that guides the eye: a page's name, the selected tab.
    case accent
    /// The name of a field.
    case label
    /// Something that can be opened: a URL, a phone number.
    case link
    case match
    /// The marked rows of a list.
    case mark
    case favorite
    /// Lines between areas.
    case border
    /// The background of the focused row or button.
    case selection
    /// The background of the same row while the focus is elsewhere.
    case inactiveSelection
    /// The background of bars at the edge of a page.
    case bar
    case barText
    /// The background of a text field.
    case field
    /// The background of a dialog.
    case panel
    /// A success, or an added line.
    case success
    /// Something that needs attention.
    case warning
    /// A failure, an imminent loss, or a removed line.
    case danger
    /// The dark and light squares of QR codes, which are the same in every theme.
    case ink, paper
}

/// Ways to emphasize text without color.
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

/// The appearance of text, in semantic terms.
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

    /// Returns the style layered over another one: inherited colors are taken from below.
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
    /// Text in the existing colors.
    package static let plain = Style()
    package static let dim = Style(.dim)
    package static let accent = Style(.accent)
    /// The name of a page or dialog.
    package static let title = Style(.accent, .bold)
    /// The name of a group of rows.
    package static let heading = Style(.inherited, .bold)
    package static let label = Style(.label)
    package static let link = Style(.link, .underline)
    /// A search match; underlined too, because color must not be the only cue.
    package static let match = Style(.match, [.bold, .underline])
    package static let mark = Style(.mark, .bold)
    package static let favorite = Style(.favorite)
    package static let border = Style(.border)
    /// The focused row or button.
    package static let selection = Style(.text, on: .selection)
    package static let inactiveSelection = Style(.text, on: .inactiveSelection)
    package static let bar = Style(.barText, on: .bar)
    package static let field = Style(.text, on: .field)
    package static let panel = Style(.text, on: .panel)
    package static let success = Style(.success)
    package static let warning = Style(.warning)
    package static let danger = Style(.danger)
    package static let key = Style(.accent, .bold)

    private init(_ foreground: SemanticColor, _ emphasis: Emphasis) {
        self.init(foreground, on: .inherited, emphasis)
    }
}

/// Distances in columns and rows.
package enum Spacing {
    /// The margin between a page and the edge of the screen.
    package static let page = 1
    /// The gap between columns of a table.
    package static let column = 2
    /// The margin between a dialog's border and its content.
    package static let dialog = 2
    /// The minimum width at which a page shows details next to its list.
    package static let wide = 100
}
