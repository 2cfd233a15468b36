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
        guard let name else { return StoryRowsView(names: stories.map(\.name), position: position) }
        return BrowseStories.book.story(name)?.view ?? NotFoundView(path: Route.storybook(name).path)
    }

    var actions: [PageAction] {
        guard name == nil else { return [] }
        return [
            PageAction(.open, "Show the story", hint: "Show") { [weak self] in
                guard let self, stories.indices.contains(position.selected) else { return }
                context.report(.pageChosen(.storybook(stories[position.selected].name)))
            },
            PageAction(.down, "Next story") { [weak self] in self?.move(.rows(1)) },
            PageAction(.up, "Story before") { [weak self] in self?.move(.rows(-1)) },
        ]
    }

    private func move(_ motion: ListMotion) { position.move(motion, count: stories.count, height: 10) }
}

/// The names of all stories.
struct StoryRowsView: TerminalView {
    let names: [String]
    let position: TerminalUI.ListPosition

    func draw(in canvas: Canvas) {
        canvas.draw(
            ListView(count: names.count, position: position) { [names] index in
                names.indices.contains(index) ? ListRow([StyledText(names[index])]) : nil
            }
        )
    }
}
