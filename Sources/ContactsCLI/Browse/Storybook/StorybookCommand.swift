import ArgumentParser
import Primitives
import TerminalUI

struct StorybookCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "storybook",
        abstract: "Show the views of the full screen with sample data.",
        usage:
            "contacts storybook [<story>] [--list] [--width <columns>] [--height <rows>] [--theme <theme>] [--format <format>]",
        discussion: """
            Without a story, it opens in full screen. With one, or --list, it needs no terminal.

            EXAMPLES
              contacts storybook --list
              contacts storybook list/empty --width 60
              contacts storybook contact/data --theme light --format svg > contact.svg
            """
    )

    @Argument(help: ArgumentHelp("The story to render, such as list/empty.", valueName: "story"))
    var story: String?

    @Flag(name: .customLong("list"), help: "Print the names of all stories.")
    var isList = false

    @Option(help: ArgumentHelp("The columns, 20 to 500.", valueName: "columns"))
    var width = 80

    @Option(help: ArgumentHelp("The rows, 5 to 200.", valueName: "rows"))
    var height = 24

    @OptionGroup var look: ThemeOption

    @Option(help: ArgumentHelp("text, ansi or svg.", valueName: "format"))
    var format = Storybook.Format.text

    func check() throws {
        try OptionNumber.check(width, of: "--width", in: 20...500, " columns")
        try OptionNumber.check(height, of: "--height", in: 5...200, " rows")
    }

    /// The requested theme; dark if the terminal would choose.
    private var theme: Theme { look.theme.flatMap { Theme.named($0.rawValue) } ?? .dark }

    func run(in program: Program) async throws -> ExitStatus {
        let book = BrowseStories.book
        if isList {
            try program.output.write(book.names.map { $0 + "\n" }.joined())
            return .success
        }
        guard let name = story else { return try await StoryBrowser.run(theme: theme, in: program) }
        guard let story = book.story(name) else {
            let advice = NearestName.find(name, in: book.names, within: 4).map { "Did you mean “\($0)”?" }
            throw Failure(
                .usage,
                "The story “\(TerminalText.sanitized(name))” doesn't exist. "
                    + (advice ?? "contacts storybook --list prints the names.")
            )
        }
        try program.output.write(
            book.render(story, size: Size(columns: width, rows: height), theme: theme, as: format)
        )
        return .success
    }
}

extension Storybook.Format: ExpressibleByArgument {}

@MainActor
final class StoryBrowser: UserInterface {
    private(set) var theme: Theme
    private var position = TerminalUI.ListPosition()
    private var isOpen = false
    var stop: () -> Void = {}

    init(theme: Theme) { self.theme = theme }

    /// Shows the stories until the user quits.
    ///
    /// - Throws: `TerminalError` without a suitable terminal.
    static func run(theme: Theme, in program: Program) async throws -> ExitStatus {
        let browser = StoryBrowser(theme: theme)
        let loop = UILoop(screen: NcursesScreen(environment: program.environment), interface: browser)
        browser.stop = { [weak loop] in loop?.stop() }
        program.messages.hold()
        defer { program.messages.release() }
        return ExitStatus(rawValue: try await loop.run()) ?? .failure
    }

    private let stories = BrowseStories.book.stories

    func view(for size: Size) -> any TerminalView {
        guard !isOpen else { return stories[position.selected].view }
        let (title, list) = (TitleBar("Storybook", detail: StyledText(theme.name)), BrowseStories.list(position))
        let hints = [
            KeyHint(.enter, text: "Show"), KeyHint(.escape, text: "Back"), KeyHint("T", text: "Theme"),
            KeyHint("q", text: "Quit"),
        ]
        return DrawnView { canvas in
            canvas.draw(title, in: Rect(x: 0, y: 0, columns: size.columns, rows: 1))
            canvas.draw(list, in: Rect(x: 0, y: 1, columns: size.columns, rows: size.rows - 2))
            canvas.draw(StatusBar(hints: hints), in: Rect(x: 0, y: size.rows - 1, columns: size.columns, rows: 1))
        }
    }

    func receive(_ events: [ReceivedEvent]) {
        for case .key(let key) in events.map(\.event) { press(key) }
    }

    private func press(_ key: Key) {
        switch key {
        case "q": stop()
        case .escape: if isOpen { isOpen = false } else { stop() }
        case .enter: isOpen.toggle()
        case "T": theme = theme.next
        default:
            if let motion = ListMotion(key) { position.move(motion, count: stories.count, height: 10) }
        }
    }
}

/// A page with a single story, or with the list of all stories.
@MainActor
final class StoryPage: Page {
    private let context: PageContext
    private let name: String?
    private let stories = BrowseStories.book.stories
    private var position = TerminalUI.ListPosition()

    init(_ name: String?, _ context: PageContext) {
        self.name = name
        self.context = context
    }

    var title: String { name ?? "Storybook" }

    var view: any TerminalView {
        guard let name else { return BrowseStories.list(position) }
        return BrowseStories.book.story(name)?.view ?? NotFoundPage.view(Route.storybook(name).path)
    }

    var actions: [PageAction] {
        guard name == nil else { return [] }
        return [
            action(.open, "Show the story", hint: "Show") {
                $0.context.session?.open(.storybook($0.stories[$0.position.selected].name))
            },
            action(.down, "Next story") { $0.move(.rows(1)) }, action(.up, "Previous story") { $0.move(.rows(-1)) },
        ]
    }

    private func move(_ motion: ListMotion) { position.move(motion, count: stories.count, height: 10) }
}
