import Bloc
import Repository
import Services
import TerminalUI

/// The first start without any data: how to begin.
@MainActor
final class FirstStartPage: Page {
    private let context: PageContext
    private let perform: @MainActor @Sendable (FlowWork) async throws -> String
    private var flow: FlowBloc<FirstStartCoordinator>?
    private var selection = 0
    private var input = TextInput()

    /// Opens the page; the closure does the work of the flow and returns the name of the book that was begun, or nothing.
    init(_ context: PageContext, perform: @escaping @MainActor @Sendable (FlowWork) async throws -> String) {
        self.context = context
        self.perform = perform
        flow = context.start(FirstStartCoordinator()) { [weak self] in self?.begin($0) }
    }

    let title = "Welcome"
    private var stage: FirstStartCoordinator.Stage { flow?.state.stage ?? .choice }

    var isTyping: Bool {
        switch stage {
        case .question, .user: true
        case .choice, .working: false
        }
    }

    var view: any TerminalView { FirstStartView(stage: stage, selection: selection, input: input) }

    func type(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter), .key(.escape): return false
        default: return input.apply(event)
        }
    }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        guard mouse == .press(.left), let target, target.name == FirstStartView.targetName else { return }
        selection = target.index
        choose()
    }

    var actions: [PageAction] {
        switch stage {
        case .choice:
            [
                PageAction(.open, "Begin like this", hint: "Choose") { [weak self] in self?.choose() },
                PageAction(.down, "Next way to begin") { [weak self] in self?.move(1) },
                PageAction(.up, "Way before") { [weak self] in self?.move(-1) },
            ]
        case .question, .user:
            [
                PageAction(.open, "Go on", hint: "Go on") { [weak self] in
                    guard let self else { return }
                    if case .question(let choice) = stage, input.isEmpty, let missing = choice.missing {
                        return context.tell(PageNotice(missing, .warning))
                    }
                    flow?.add(.textEntered(input.text))
                    if case .user = stage { input = TextInput() }
                },
                PageAction(.back, "Go back a step", hint: "Back") { [weak self] in
                    guard let self else { return }
                    if case .user(let address) = stage { input = TextInput(address) }
                    flow?.add(.left())
                },
            ]
        case .working: []
        }
    }

    private func move(_ count: Int) {
        selection = max(0, min(selection + count, FirstStartChoice.allCases.count - 1))
    }

    private func choose() {
        input = TextInput()
        flow?.add(.beginningChosen(FirstStartChoice.allCases[selection]))
    }

    private func begin(_ work: FlowWork) {
        let perform = perform
        context.run {
            try await perform(work)
        } then: { [weak self] book in
            if let book {
                self?.flow?.add(.workDone(book.isEmpty ? nil : book))
            } else {
                // The address is asked for again.
                if case .connect(let address, _) = work { self?.input = TextInput(address) }
                self?.flow?.add(.workFailed)
            }
        }
    }
}

/// The ways to begin without any data.
struct FirstStartView: TerminalView {
    /// The name of the target of the choices, for clicks.
    static let targetName = "choice"

    let stage: FirstStartCoordinator.Stage
    let selection: Int
    var input = TextInput()

    func draw(in canvas: Canvas) {
        let inner = canvas.sub(canvas.bounds.inset(columns: Spacing.page))
        switch stage {
        case .choice: drawChoices(inner)
        case .question(let choice):
            let field = FieldView(choice.label, input: input, isActive: true, placeholder: choice.placeholder)
            drawQuestion(choice.title, choice.explanation, field, inner)
        case .user(let address):
            let field = FieldView("User", input: input, isActive: true, placeholder: "ada, or nothing")
            drawQuestion("The name of the user at \(address)", "The password is asked for next.", field, inner)
        case .working(let choice, _):
            inner.draw(SpinnerView("first start", text: choice.title), in: Rect(x: 0, y: 1, columns: 60, rows: 1))
        }
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

    private func drawQuestion(_ title: String, _ explanation: String, _ field: FieldView, _ canvas: Canvas) {
        // On a small screen the field has what room there is.
        guard canvas.size.rows >= 8 else { return canvas.draw(field) }
        canvas.text(title, at: Point(x: 0, y: 1), style: .heading)
        let explanation = TextView(explanation, style: .dim)
        let columns = canvas.size.columns
        let rows = explanation.height(forWidth: columns) ?? 1
        canvas.draw(explanation, in: Rect(x: 0, y: 2, columns: columns, rows: rows))
        canvas.draw(field, in: Rect(x: 0, y: rows + 3, columns: columns, rows: canvas.size.rows - rows - 3))
    }
}

extension FirstStartChoice {
    /// The label of the question.
    fileprivate var label: String {
        switch self {
        case .emptyBook: "Name"
        case .file: "File"
        case .server: "Address"
        case .demonstration: ""
        }
    }

    /// The message if nothing was typed; `nil` if that is allowed.
    fileprivate var missing: String? {
        switch self {
        case .emptyBook, .demonstration: nil
        case .file: "Type the path of the file first, such as ~/contacts.vcf."
        case .server: "Type the address first: that of your mail, or that of the server."
        }
    }

    /// The placeholder of the empty field.
    fileprivate var placeholder: String {
        switch self {
        case .emptyBook: FirstStartCoordinator.bookName
        case .file: "such as ~/contacts.vcf"
        case .server: "ada@example.org, or https://dav.example.org/"
        case .demonstration: ""
        }
    }
}
