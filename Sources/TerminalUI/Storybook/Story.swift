/// A view in one of its states, to look at and to test.
///
/// ```swift
/// Story("list/empty", ContactListView(state: .empty))
/// ```
package struct Story: Sendable {
    /// The view and its state, such as `list/empty`.
    package let name: String
    package let view: any TerminalView
    /// For how long the view has been shown, for what appears after a while.
    package let elapsed: Duration

    /// Creates a story of a view that is taken to have been shown for a while already.
    package init(_ name: String, _ view: any TerminalView, elapsed: Duration = .seconds(1)) {
        self.name = name
        self.view = view
        self.elapsed = elapsed
    }
}

/// All stories, by name.
package struct Storybook: Sendable {
    /// The stories, in the order of their names.
    package let stories: [Story]

    package init(_ stories: [Story]) {
        self.stories = stories.sorted { $0.name < $1.name }
    }

    package var names: [String] { stories.map(\.name) }

    package func story(_ name: String) -> Story? { stories.first { $0.name == name } }

    /// What a story is rendered as.
    package enum Format: String, CaseIterable, Sendable {
        case text, ansi, svg
    }

    /// Renders a story without a terminal.
    package func render(
        _ story: Story,
        size: Size,
        theme: Theme = .dark,
        glyphs: Glyphs = .unicode,
        as format: Format = .text
    ) -> String {
        let grid = frame(of: story, size: size, glyphs: glyphs).grid
        return switch format {
        case .text: TextRendering.text(of: grid)
        case .ansi: ANSIRendering.text(of: grid, theme: theme)
        case .svg: SVGRendering.svg(of: grid, theme: theme, title: story.name)
        }
    }

    /// Draws a story without a terminal.
    package func frame(of story: Story, size: Size, glyphs: Glyphs = .unicode) -> Frame {
        Frame(story.view, size: size, glyphs: glyphs) { _ in story.elapsed }
    }
}
