import TerminalUI

/// A story as a page, or the list of all stories.
@MainActor
final class StoryPage: Page {
    private let context: PageContext
    private let name: String?
    private let stories = BrowseStories.book.stories
    private var position = TerminalUI.ListPosition()

    /// Opens a story; without a name the list of them.
    init(_ name: String?, _ context: PageContext) {
        self.name = name
        self.context = context
    }

    var title: String { name ?? "Storybook" }

    var view: any TerminalView {
        guard let name else { return StoryRowsView(position: position) }
        return BrowseStories.book.story(name)?.view ?? NotFoundView(path: Route.storybook(name).path)
    }

    var actions: [PageAction] {
        guard name == nil else { return [] }
        return [
            action(.open, "Show the story", hint: "Show") {
                $0.context.session?.open(.storybook($0.stories[$0.position.selected].name))
            },
            action(.down, "Next story") { $0.move(.rows(1)) }, action(.up, "Story before") { $0.move(.rows(-1)) },
        ]
    }

    private func move(_ motion: ListMotion) { position.move(motion, count: stories.count, height: 10) }
}

struct StoryRowsView: TerminalView {
    let position: TerminalUI.ListPosition

    func draw(in canvas: Canvas) {
        let names = BrowseStories.book.names
        canvas.draw(ListView(count: names.count, position: position) { ListRow([StyledText(names[$0])]) })
    }
}
