import Bloc
import Primitives
import Repository
import Services
import TerminalUI

/// A way to start without any data.
struct FirstStartChoice: Hashable, Sendable {
    /// The form for the required information; `nil` if none is needed, to show invented people.
    let form: BookForm.Kind?
    let explanation: String

    var title: String { form.map { BookForm($0).title } ?? "Look around with invented people" }

    static let all = [
        FirstStartChoice(form: .own, explanation: "A book of your own. The first one becomes the default."),
        FirstStartChoice(form: .file, explanation: "A vCard, CSV or JSON file becomes a book of your own."),
        FirstStartChoice(form: .server, explanation: "CardDAV, such as your mail provider’s; syncs both ways."),
        FirstStartChoice(form: nil, explanation: "They come from this program; no network is needed."),
    ]
}

/// The page for a first start: a choice, the form it requires, then the work.
@MainActor
final class FirstStartPage: Page {
    private let context: PageContext
    private var shown = FirstStartView()

    init(_ context: PageContext) { self.context = context }

    let title = "Welcome"

    var isTyping: Bool { shown.form != nil && shown.activity == nil }

    var view: any TerminalView { shown }

    func type(_ event: InputEvent) -> Bool {
        // While the work runs the form is hidden.
        shown.activity == nil && shown.form?.type(event, complete: context.sources.complete) == true
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        guard mouse == .click, let target else { return }
        switch target.name {
        case FirstStartView.targetName:
            shown.selection = target.index
            choose()
        case FieldView.targetName: shown.form?.moveTo(target.index)
        default: break
        }
    }

    var actions: [PageAction] {
        guard shown.activity == nil else { return [] }
        guard shown.form == nil else {
            return [
                action(.open, "Continue", hint: "Continue") { $0.goOn() },
                action(.back, "Go back one step", hint: "Back") { $0.shown.form = nil },
            ] + BookForm.typedKeys(self)
        }
        return [
            action(.open, "Choose this", hint: "Choose") { $0.choose() },
            action(.down, "Next choice") { $0.move(1) }, action(.up, "Previous choice") { $0.move(-1) },
        ]
    }

    private func move(_ count: Int) {
        shown.selection = max(0, min(shown.selection + count, FirstStartChoice.all.count - 1))
    }

    private func choose() {
        if let kind = FirstStartChoice.all[shown.selection].form {
            shown.form = BookForm(kind, asksName: false)
        } else {
            begin { [fetch = context.sources.fetchPeople] in
                try await fetch()
                return nil
            }
        }
    }

    private func goOn() {
        guard shown.form?.submit() == true, let form = shown.form else { return }
        begin { [perform = context.sources.perform] in
            try await perform(form) { text in Task { @MainActor [weak self] in self?.show(text) } }
        }
    }

    /// Starts with the book that the work creates, or with the people that it fetches.
    private func begin(_ work: @escaping @MainActor @Sendable () async throws -> String?) {
        shown.activity = FirstStartChoice.all[shown.selection].title
        let (session, hasForm) = (context.session, shown.form != nil)
        let begun = { @MainActor @Sendable in
            let book = try await work()
            // From now on, the list replaces this page.
            session?.sources.isFirstStart = false
            return book
        }
        context.run {
            guard hasForm else { return Swift.Result<String?, Failure>.success(try await begun()) }
            return await Swift.Result(awaiting: { try await begun() }).mapError { Failure($0) }
        } then: { [weak self] result in
            guard let self else { return }
            shown.activity = nil
            switch result {
            case .success(let book):
                shown.form = nil
                context.session?.replace(with: .contacts(ListRoute(book: book)))
            // Keep the typed text.
            case .failure(let failure): shown.form?.fail(failure)
            case nil: break
            }
            context.needsDrawing()
        }
    }

    private func show(_ activity: String) {
        guard shown.activity != nil else { return }
        shown.activity = activity
        context.needsDrawing()
    }
}

struct FirstStartView: TerminalView {
    static let targetName = "choice"

    var selection = 0
    /// The form for the selected choice; `nil` while the user is choosing.
    var form: BookForm?
    /// The activity in progress; `nil` before it has started.
    var activity: String?

    func draw(in canvas: Canvas) {
        let inner = canvas.sub(canvas.bounds.inset(columns: Spacing.page))
        if let activity {
            inner.draw(SpinnerView("first start", text: activity), in: Rect(x: 0, y: 1, columns: 60, rows: 1))
        } else if let form {
            draw(form, inner)
        } else {
            drawChoices(inner)
        }
    }

    private func draw(_ form: BookForm, _ canvas: Canvas) {
        // On a small screen the fields get all the space.
        guard canvas.size.rows >= 8 else { return canvas.draw(form) }
        canvas.text(form.title, at: Point(x: 0, y: 1), style: .heading)
        canvas.draw(form, in: Rect(x: 0, y: 3, columns: canvas.size.columns, rows: canvas.size.rows - 3))
    }

    private func drawChoices(_ canvas: Canvas) {
        let isTall = canvas.size.rows >= 15
        var y = 0
        if isTall {
            canvas.text("There are no contacts yet. How do you want to start?", at: Point(x: 0, y: 1), style: .heading)
            y = 3
        }
        // On a small screen, keep the selected choice visible.
        let first = isTall ? 0 : max(0, selection - canvas.size.rows + 1)
        for (index, choice) in FirstStartChoice.all.enumerated().dropFirst(first) {
            let rows = isTall ? 2 : 1
            let part = canvas.sub(Rect(x: 0, y: y, columns: canvas.size.columns, rows: rows))
            let isSelected = index == selection
            if isSelected {
                part.sub(Rect(x: 0, y: 0, columns: canvas.size.columns, rows: 1)).fill(style: .selection)
                part.text(canvas.glyphs.pointer, at: .zero, style: .accent)
            }
            part.text(choice.title, at: Point(x: 2, y: 0))
            if isTall { part.text(choice.explanation, at: Point(x: 4, y: 1), style: .dim) }
            part.target(Self.targetName, index: index)
            y += isTall ? 3 : 1
        }
    }
}
