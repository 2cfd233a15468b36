import Repository
import TerminalUI

enum BrowsePages {
    /// The pages, in the order of their keys 1, 2 and so on.
    static let main: [(title: String, route: Route)] = [
        ("Contacts", .home), ("Birthdays", .birthdays), ("Duplicates", .duplicates), ("History", .history),
        ("Books", .books), ("Settings", .settings), ("Log", .log),
    ]

    /// The pages with a tab: all except the log, which is for developers.
    static let tabs = main.filter { $0.route != .log }

    static func action(_ route: Route) -> String { "page." + route.path.dropFirst() }

    /// The paths of all pages, for the help.
    static var paths: [String] { ["/contact/ID"] + main.map(\.route.path) }

    @MainActor
    static func make(_ route: Route, _ context: PageContext) -> any Page {
        switch route {
        case .contacts(let list):
            context.sources.isFirstStart ? FirstStartPage(context) : ContactListPage(list, context)
        case .contact(let id): ContactPage(id, context)
        case .editContact(let id): ContactFormPage(id, context)
        case .newContact: ContactFormPage(nil, context)
        case .birthdays: RowsPages.birthdays(context)
        case .duplicates: RowsPages.duplicates(context)
        case .history: RowsPages.history(context)
        case .books: RowsPages.books(context)
        case .settings: RowsPages.settings(context)
        case .storybook(let name): StoryPage(name, context)
        case .log: LogPage(context)
        case .notFound(let path): NotFoundPage(path, context)
        }
    }
}

@MainActor
final class NotFoundPage: Page {
    let title = "Not found"
    private let path: String
    private let context: PageContext

    init(_ path: String, _ context: PageContext) {
        self.path = path
        self.context = context
    }

    var actions: [PageAction] {
        [action(.open, "Go to the list of contacts", hint: "Contacts") { $0.context.session?.open(.home) }]
    }

    var view: any TerminalView { Self.view(path) }

    nonisolated static func view(_ path: String) -> DrawnView {
        DrawnView { canvas in
            let middle = max(0, canvas.size.rows / 2 - 1)
            canvas.text("The page “\(path)” doesn’t exist.", at: Point(x: Spacing.page, y: middle), style: .warning)
            canvas.text("Enter shows the contacts.", at: Point(x: Spacing.page, y: middle + 1), style: .dim)
        }
    }
}

enum HistoryNotice {
    static func notice(_ content: HistoryContent, _ word: String) -> PageNotice {
        guard let step = content.steps.first else { return PageNotice("There is nothing to \(word).") }
        let names = step.names.prefix(3).joined(separator: ", ")
        let more = step.contactCount > 3 ? " and \(step.contactCount - 3) more" : ""
        let done = word == "undo" ? "Undone" : "Redone"
        // With all books open, name the book: the last step may not be in the one that is visible.
        let books = content.steps.compactMap(\.book)
        let place = books.isEmpty ? "" : " in " + Set(books).sorted().map { "“\($0)”" }.joined(separator: " and ")
        let count = content.steps.count - 1
        let others = count < 1 ? "" : count == 1 ? ", and 1 more step" : ", and \(count) more steps"
        let what = step.title + (names.isEmpty ? "" : " (\(names)\(more))")
        return PageNotice("\(done)\(place): \(what)\(others).", .success)
    }
}
