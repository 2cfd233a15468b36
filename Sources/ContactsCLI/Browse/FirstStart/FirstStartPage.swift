import Bloc
import Primitives
import Repository
import Services
import TerminalUI

/// The first start without any data: how to begin.
@MainActor
final class FirstStartPage: Page {
    private let context: PageContext
    private let work: BookPageWork
    private let fetch: @MainActor @Sendable () async throws -> Void
    private var flow: FlowBloc<FirstStartCoordinator>?
    private var selection = 0
    private var form = BookForm(.own)
    /// How far the work is.
    private var activity: String?

    /// Opens the page.
    ///
    /// - Parameters:
    ///   - context: What it has of the program.
    ///   - work: Begins and fills a book.
    ///   - fetch: Fetches the invented people.
    init(_ context: PageContext, _ work: BookPageWork, fetch: @escaping @MainActor @Sendable () async throws -> Void) {
        self.context = context
        self.work = work
        self.fetch = fetch
        flow = context.start(FirstStartCoordinator()) { [weak self] in self?.begin($0) }
    }

    let title = "Welcome"
    private var stage: FirstStartCoordinator.Stage { flow?.state.stage ?? .choice }

    var isTyping: Bool { if case .form = stage { true } else { false } }

    var view: any TerminalView {
        FirstStartView(stage: stage, selection: selection, form: form, activity: activity)
    }

    func type(_ event: InputEvent) -> Bool { form.type(event, complete: work.complete) }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        guard mouse == .press(.left), let target else { return }
        switch target.name {
        case FirstStartView.targetName:
            selection = target.index
            choose()
        case FieldView.targetName: form.moveTo(target.index)
        default: break
        }
    }

    var actions: [PageAction] {
        switch stage {
        case .choice:
            [
                PageAction(.open, "Begin like this", hint: "Choose") { [weak self] in self?.choose() },
                PageAction(.down, "Next way to begin") { [weak self] in self?.move(1) },
                PageAction(.up, "Previous way to begin") { [weak self] in self?.move(-1) },
            ]
        case .form:
            [
                PageAction(.open, "Go on", hint: "Go on") { [weak self] in self?.goOn() },
                PageAction(.back, "Go back a step", hint: "Back") { [weak self] in self?.flow?.add(.left()) },
                // The form takes these keys as it is typed into; here they are only named.
                PageAction("form.next", "Next field, or complete the path", keys: [.tab, .down]) {},
                PageAction("form.previous", "Previous field", keys: [.backTab, .up]) {},
            ]
        case .working: []
        }
    }

    private func move(_ count: Int) {
        selection = max(0, min(selection + count, FirstStartChoice.allCases.count - 1))
    }

    private func choose() {
        let choice = FirstStartChoice.allCases[selection]
        if let kind = choice.form { form = BookForm(kind, name: FirstStartCoordinator.bookName) }
        flow?.add(.beginningChosen(choice))
    }

    private func goOn() {
        if !form.choices.isEmpty {
            form.takeChoice()
        } else if !form.isAtEnd {
            return form.move(by: 1)
        }
        form.problem = form.checkAll()
        if form.problem == nil { flow?.add(.formSubmitted(hasChanges: true)) }
    }

    private func begin(_ begun: FlowWork) {
        let (work, fetch, form) = (work, fetch, form)
        activity = nil
        context.run {
            guard begun == .beginBook else {
                try await fetch()
                return Swift.Result<String?, Failure>.success(nil)
            }
            return await Swift.Result(awaiting: {
                try await work.perform(form) { [weak self] in self?.show($0) }
            }).mapError { Failure($0) }.map(Optional.some)
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let book): flow?.add(.workDone(book))
            case .failure(let failure):
                // What was typed stays.
                self.form.fail(failure)
                flow?.add(.workFailed)
            case nil: flow?.add(.workFailed)
            }
        }
    }

    private func show(_ activity: String) {
        self.activity = activity
        context.needsDrawing()
    }
}

/// The ways to begin without any data.
struct FirstStartView: TerminalView {
    /// The name of the target of the choices, for clicks.
    static let targetName = "choice"

    let stage: FirstStartCoordinator.Stage
    let selection: Int
    var form = BookForm(.own)
    /// How far the work is.
    var activity: String?

    func draw(in canvas: Canvas) {
        let inner = canvas.sub(canvas.bounds.inset(columns: Spacing.page))
        switch stage {
        case .choice: drawChoices(inner)
        case .form: drawForm(inner)
        case .working(let choice):
            let text = activity ?? choice.title
            inner.draw(SpinnerView("first start", text: text), in: Rect(x: 0, y: 1, columns: 60, rows: 1))
        }
    }

    private func drawForm(_ canvas: Canvas) {
        // On a small screen the fields have what room there is.
        guard canvas.size.rows >= 8 else { return canvas.draw(form) }
        canvas.text(form.title, at: Point(x: 0, y: 1), style: .heading)
        canvas.draw(form, in: Rect(x: 0, y: 3, columns: canvas.size.columns, rows: canvas.size.rows - 3))
    }

    private func drawChoices(_ canvas: Canvas) {
        let isTall = canvas.size.rows >= 15
        var y = 0
        if isTall {
            canvas.text("There are no contacts yet. How do you want to begin?", at: Point(x: 0, y: 1), style: .heading)
            y = 3
        }
        // On a small screen the selected choice stays in sight.
        let first = isTall ? 0 : max(0, selection - canvas.size.rows + 1)
        for (index, choice) in FirstStartChoice.allCases.enumerated().dropFirst(first) {
            let rows = isTall ? 2 : 1
            let part = canvas.sub(Rect(x: 0, y: y, columns: canvas.size.columns, rows: rows))
            let isSelected = index == selection
            if isSelected {
                part.fill(Rect(x: 0, y: 0, columns: canvas.size.columns, rows: 1), style: .selection)
                part.text(canvas.glyphs.pointer, at: .zero, style: .accent)
            }
            part.text(choice.title, at: Point(x: 2, y: 0))
            if isTall { part.text(choice.explanation, at: Point(x: 4, y: 1), style: .dim) }
            part.target(Self.targetName, index: index)
            y += isTall ? 3 : 1
        }
    }
}

extension FirstStartChoice {
    /// The form for what it needs; `nil` when it needs nothing.
    var form: BookForm.Kind? {
        switch self {
        case .emptyBook: .own
        case .file: .file
        case .server: .server
        case .demonstration: nil
        }
    }
}
