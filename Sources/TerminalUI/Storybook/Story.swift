import Bloc
import BlocKit

/// A view in one of its states, for viewing and testing.
package struct Story: Sendable {
    /// The view and its state, such as `list/empty`.
    package let name: String
    package let view: any TerminalView
    /// For how long the view has been displayed, for parts that appear after a delay.
    package let elapsed: Duration

    /// Creates a story for a view that, by default, has already been displayed for a while.
    package init(_ name: String, _ view: any TerminalView, elapsed: Duration = .seconds(1)) {
        self.name = name
        self.view = view
        self.elapsed = elapsed
    }
}

package struct Storybook: Sendable {
    /// The stories, sorted by name.
    package let stories: [Story]

    package init(_ stories: [Story]) {
        self.stories = stories.sorted { $0.name < $1.name }
    }

    package var names: [String] { stories.map(\.name) }

    package func story(_ name: String) -> Story? { stories.first { $0.name == name } }

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

    package func frame(of story: Story, size: Size, glyphs: Glyphs = .unicode) -> Frame {
        Frame(story.view, size: size, glyphs: glyphs) { _ in story.elapsed }
    }
}

extension Storybook {
    /// The building blocks of pages, each in its states.
    package static let parts: [Story] = messageStories + listStories + fieldStories + overlayStories + layoutStories

    private typealias State = ContentLoadState<String, ProblemMessage>

    private static func stateful(_ name: String, _ state: State, elapsed: Duration = .milliseconds(300)) -> Story {
        let empty = EmptyMessage("No contacts", hints: [KeyHint("n", text: "new contact")])
        let view = StatefulView("story", state: state, empty: empty, problem: \.self) { TextView($0) }
        return Story("parts/content/\(name)", view, elapsed: elapsed)
    }

    private static let failure = ProblemMessage(
        title: "No connection",
        message: "The network could not be reached."
    )

    private static let messageStories = [
        stateful("data", .hasData("Ada Lovelace")),
        stateful("empty", .noData),
        stateful("error", .error(failure)),
        stateful("loading", .loading()),
        stateful("loading-just-begun", .loading(), elapsed: .milliseconds(100)),
        stateful("reloading", .loading(previous: "Ada Lovelace")),
        Story("parts/message/empty", EmptyMessage("The trash is empty")),
        Story("parts/message/problem", failure),
        Story("parts/spinner", SpinnerView("story", text: "Loading"), elapsed: .milliseconds(300)),
    ]

    private static func list(_ count: Int, selected: Int, isActive: Bool = true) -> ListView {
        let names = ["Ada Lovelace", "山田 太郎", "Zoë Ångström", "Grace Hopper", "Олена Шевченко"]
        return ListView(
            count: count,
            position: ListPosition(selected: selected),
            columns: [ListColumn("Name"), ListColumn("Phone", .fixed(16), from: 40)],
            isActive: isActive,
            hasTitles: true
        ) { index in
            // The last rows are still loading.
            index >= 97
                ? nil
                : ListRow(
                    [
                        StyledText(names[index % names.count]),
                        StyledText("+41 44 123 45 \(10 + index % 90)", style: .link),
                    ],
                    isMarked: index == 1,
                    isFavorite: index == 2
                )
        }
    }

    private static let listStories = [
        Story("parts/list/few", list(4, selected: 1)),
        Story("parts/list/inactive", list(4, selected: 1, isActive: false)),
        Story("parts/list/many", list(100, selected: 40)),
        Story("parts/list/loading-rows", list(100, selected: 99)),
        Story("parts/list/none", list(0, selected: 0)),
    ]

    private static let fieldStories = [
        Story("parts/field/active", FieldView("Birthday", input: TextInput("1815-12-10"), isActive: true)),
        Story(
            "parts/field/empty",
            FieldView("Birthday", input: TextInput(), isActive: false, placeholder: "YYYY-MM-DD")
        ),
        Story(
            "parts/field/problem",
            FieldView(
                "Birthday",
                input: TextInput("12/10"),
                isActive: true,
                problem: "“12/10” is not a date. Use YYYY-MM-DD, for example 1815-12-10."
            )
        ),
        Story("parts/input", InputView(TextInput("group:family ada"))),
    ]

    private static let overlayStories = [
        Story(
            "parts/dialog",
            Dialog(
                "Remove?",
                content: TextView("Ada Lovelace goes to the trash."),
                buttons: [
                    Dialog.Button("Cancel", key: .escape),
                    Dialog.Button("Remove", key: "y", isDangerous: true),
                ]
            )
        ),
        Story(
            "parts/keys",
            KeyHelp("Keys", [KeyHint("j", .down, text: "next"), KeyHint(.pageDown, text: "a page on")])
        ),
        Story(
            "parts/keys-many",
            KeyHelp("Keys", (1...40).map { KeyHint(.function($0), text: "key number \($0)") }, firstRow: 3)
        ),
        Story("parts/tabs", TabBar(["Contacts", "Birthdays", "Settings"], selected: 1, detail: "home")),
        Story(
            "parts/palette/found",
            PaletteView(
                input: PaletteInput("ed"),
                items: [ListRow("Edit contact", detail: "e"), ListRow("Redo", detail: "Ctrl-R")]
            )
        ),
        Story("parts/palette/nothing", PaletteView(input: PaletteInput("zz"), items: [])),
        Story("parts/status-bar", StatusBar(message: "Saved.", hints: [KeyHint("q", text: "quit")])),
        Story("parts/title-bar", TitleBar("Contacts", detail: "12 of 50")),
        Story("parts/qr", QRView(["BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lovelace\nEND:VCARD\n"])),
    ]

    private static let layoutStories = [
        Story("parts/text", TextView("The quick brown fox jumps over the lazy dog, again and again and again.")),
        Story("parts/layout/split", SplitView(left: TextView("list"), right: TextView("details"), leftColumns: 66)),
    ]
}
